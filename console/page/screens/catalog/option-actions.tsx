/** Actions on an option and its tickets. */
import type { OptionWithDetails, Unit } from "@slipway/client";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { OrderButtons } from "../../parts/order-buttons.tsx";
import { RecordButton } from "../../parts/record-button.tsx";
import { go, hrefOf } from "../../router.ts";
import { texts } from "../../texts/texts.ts";
import {
  allOptionFields,
  optionChange,
  optionDraft,
  unitChange,
  unitDraft,
  unitFields,
} from "./option-fields.ts";

interface Given {
  readonly option: OptionWithDetails;
  readonly done: () => void;
}

export function OptionActions({ option, done }: Given) {
  const words = texts.catalog;
  const { id, name } = option;
  return (
    <p class="controls">
      <RecordButton
        label={words.change}
        name={name}
        first={optionDraft(option)}
        fields={allOptionFields()}
        send={({ options }, _, changed) => options.update(id, optionChange(option, changed))}
        done={done}
      />
      <RecordButton
        label={words.newUnit}
        first={unitDraft()}
        fields={unitFields()}
        send={({ options }, draft) =>
          options.createUnit(id, { ...draft, ...unitChange({}, draft) })
        }
        done={done}
      />
      <ConfirmButton
        label={texts.access.endpoint.remove}
        name={name}
        act={({ options }) => options.delete(id)}
        done={() => {
          done();
          go(hrefOf("/catalog"));
        }}
      >
        {words.archiveHint}
      </ConfirmButton>
    </p>
  );
}

export function UnitActions({ unit, option, done }: Given & { unit: Unit }) {
  const words = texts.catalog;
  const { id, name } = unit;
  const ids = option.units.map((each) => each.id);
  return (
    <span class="row-actions">
      <OrderButtons
        name={name}
        ids={ids}
        place={ids.indexOf(id)}
        send={({ options }, unitIds) => options.setUnitOrder(option.id, { unitIds })}
        done={done}
      />
      <RecordButton
        label={words.change}
        name={name}
        first={unitDraft(unit)}
        fields={unitFields()}
        send={({ units }, _, changed) => units.update(id, unitChange(unit, changed))}
        done={done}
      />
      <ConfirmButton
        label={words.archive}
        name={name}
        act={({ units }) => units.archive(id)}
        done={done}
      >
        {words.archiveHint}
      </ConfirmButton>
    </span>
  );
}

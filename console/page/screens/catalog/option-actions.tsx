/** What can be done with an option and its tickets. */
import type { OptionWithDetails, Unit, UnitType } from "@slipway/client";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { RecordButton, type RecordField } from "../../parts/record-button.tsx";
import { go, hrefOf } from "../../router.ts";
import { texts } from "../../texts/texts.ts";

interface Given {
  readonly option: OptionWithDetails;
  readonly done: () => void;
}

export function OptionActions({ option, done }: Given) {
  const words = texts.catalog;
  const { id, name, durationMinutes } = option;
  return (
    <p class="controls">
      <RecordButton
        label={words.change}
        name={name}
        first={{ name, durationMinutes }}
        fields={[
          { name: "name", label: texts.day.name },
          { name: "durationMinutes", label: words.duration, type: "number", min: 0, max: 1440 },
        ]}
        send={({ options }, _, changed) => options.update(id, changed)}
        done={done}
      />
      <RecordButton
        label={words.newUnit}
        first={unitDraft()}
        fields={unitFields()}
        send={({ options }, draft) => options.createUnit(id, draft)}
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

export function UnitActions({ unit, done }: { unit: Unit; done: () => void }) {
  const words = texts.catalog;
  const { id, name } = unit;
  return (
    <span class="row-actions">
      <RecordButton
        label={words.change}
        name={name}
        first={unitDraft(unit)}
        fields={unitFields()}
        send={({ units }, _, changed) => units.update(id, changed)}
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

const unitDraft = ({ name = "", type = "ADULT" }: Partial<Unit> = {}) => ({ name, type });

function unitFields(): RecordField<ReturnType<typeof unitDraft>>[] {
  const { catalog: words, day, access } = texts;
  return [
    { name: "name", label: day.name },
    { name: "type", label: access.audit.kind, choices: named(words.kinds) },
  ];
}

/** Every value that the API knows has its name. */
function named(names: Readonly<Record<UnitType, string>>) {
  return Object.entries(names).map(([id, name]) => ({ id, name }));
}

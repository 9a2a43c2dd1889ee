/** What can be done with a product: change its fields, add an option, archive it. */
import type { Product } from "@slipway/client";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { RecordButton, type RecordField } from "../../parts/record-button.tsx";
import { texts } from "../../texts/texts.ts";

const draftOf = ({ name = "", timezone = null }: Partial<Product> = {}) => ({
  name,
  timezone,
});

function fields(): RecordField<ReturnType<typeof draftOf>>[] {
  const { day } = texts;
  return [
    { name: "name", label: day.name },
    { name: "timezone", label: day.zone, isOptional: true },
  ];
}

export function NewProduct({ supplierId, done }: { supplierId: string; done: () => void }) {
  return (
    <RecordButton
      label={texts.catalog.newProduct}
      first={draftOf()}
      fields={fields()}
      send={({ products }, draft) => products.create({ supplierId, ...draft })}
      done={done}
    />
  );
}

export function ProductActions({ product, done }: { product: Product; done: () => void }) {
  const words = texts.catalog;
  const { id, name } = product;
  return (
    <p class="controls">
      <RecordButton
        label={words.change}
        name={name}
        first={draftOf(product)}
        fields={fields()}
        send={({ products }, _, changed) => products.update(id, changed)}
        done={done}
      />
      <RecordButton
        label={words.newOption}
        first={{ name: "", durationMinutes: 60 }}
        fields={[
          { name: "name", label: texts.day.name },
          { name: "durationMinutes", label: words.duration, type: "number", min: 0, max: 1440 },
        ]}
        send={({ products }, draft) => products.createOption(id, draft)}
        done={done}
      />
      <ConfirmButton
        label={words.archive}
        name={name}
        act={({ products }) => products.archive(id)}
        done={done}
      >
        {words.archiveHint}
      </ConfirmButton>
    </p>
  );
}

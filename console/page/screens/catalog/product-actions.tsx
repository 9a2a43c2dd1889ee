/** Actions on a product: change its fields, add an option, archive it. */
import type { Product } from "@slipway/client";
import { ConfirmButton } from "../../parts/confirm-button.tsx";
import { RecordButton, type RecordField } from "../../parts/record-button.tsx";
import { go, hrefOf } from "../../router.ts";
import { texts } from "../../texts/texts.ts";
import { type Steps, copyProduct } from "./copy-product.ts";
import { optionFields } from "./option-fields.ts";

const draftOf = ({
  name = "",
  description = null,
  website = null,
  email = null,
  telephone = null,
  address = null,
  timezone = null,
}: Partial<Product> = {}) => ({
  name,
  description,
  website,
  email,
  telephone,
  address,
  timezone,
});

function fields(): RecordField<ReturnType<typeof draftOf>>[] {
  const { day, catalog: words } = texts;
  return [
    { name: "name", label: day.name },
    { name: "description", label: words.description, type: "area", isOptional: true },
    { name: "website", label: words.website, type: "url", isOptional: true },
    { name: "email", label: day.email, type: "email", isOptional: true },
    { name: "telephone", label: day.phone, isOptional: true },
    { name: "address", label: words.address, isOptional: true },
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
      <CopyProduct product={product} done={done} />
      <RecordButton
        label={words.newOption}
        first={{ name: "", durationMinutes: 60 }}
        fields={optionFields()}
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

/** Leads to the first option of the copy, which says what is missing to sell it. */
function CopyProduct({ product, done }: { product: Product; done: () => void }) {
  const { catalog: words, day, parts } = texts;
  const { name } = product;
  return (
    <RecordButton
      label={parts.copy}
      name={name}
      first={{ name: `${name} 2`, steps: [] as Steps }}
      fields={[{ name: "name", label: day.name }]}
      send={(_, draft) => copyProduct({ ...product, name: draft.name }, draft.steps).finally(done)}
      done={(optionId) => optionId && go(hrefOf(`/catalog/${optionId}`))}
    >
      {({ steps }) => steps.length > 0 && <p>{words.copyMade}</p>}
    </RecordButton>
  );
}

/** Makes a resource or changes one. It says at once which booking would not fit into fewer places. */
import { useState } from "preact/hooks";
import type { Resource, Supplier } from "@slipway/client";
import { changedMembers } from "../../parts/changed-members.ts";
import { Field } from "../../parts/field.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { timeWords } from "../../parts/zoned-time.tsx";
import { forgetCatalog } from "../../read-catalog.ts";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { loadYear } from "./load-resources.ts";
import { firstBeyond } from "./resource-use.ts";

interface Given {
  readonly supplier: Supplier;
  /** Undefined: a new one. */
  readonly resource?: Resource;
  readonly done: () => void;
  readonly close: () => void;
}

const most = 10_000_000;

export function ResourceForm({ supplier, resource, done, close }: Given) {
  const [name, setName] = useState(resource?.name ?? "");
  const [quantity, setQuantity] = useState(String(resource?.quantity ?? 1));
  const [each, setEach] = useState(String(resource?.capacityPerResource ?? 1));
  const words = texts.value.resources;
  const now = { name, quantity: Number(quantity), capacityPerResource: Number(each) };
  const [opened] = useState(now);
  return (
    <FormDialog
      title={resource ? words.change : words.new}
      submit={words.save}
      send={({ resources }) =>
        resource
          ? resources.update(resource.id, changedMembers(opened, now))
          : resources.create({ supplierId: supplier.id, ...now })
      }
      done={() => {
        // It has the resources too.
        forgetCatalog(supplier.id);
        done();
      }}
      close={close}
    >
      <Field
        label={words.name}
        type="text"
        required
        maxLength={1_000}
        value={name}
        onInput={setName}
      />
      <Field
        label={words.quantity}
        type="number"
        required
        min={0}
        max={most}
        value={quantity}
        onInput={setQuantity}
      />
      <Field
        label={words.each}
        type="number"
        required
        min={1}
        max={most}
        value={each}
        onInput={setEach}
      />
      {resource && (
        <Beyond
          id={resource.id}
          places={now.quantity * now.capacityPerResource}
          zone={supplier.timezone}
        />
      )}
    </FormDialog>
  );
}

/** The server looks at everything once more. */
function Beyond({ id, places, zone }: { id: string; places: number; zone: string }) {
  const { data, error } = useLoad(id, (slipway, signal) => loadYear(slipway, id, signal));
  const words = texts.value.resources;
  if (error !== undefined) return <ProblemNote error={error} />;
  if (!data) return <output>{texts.value.app.loading}</output>;
  const beyond = firstBeyond(data, places);
  if (!beyond) return <output>{words.fits}</output>;
  return (
    <output class="wrong">
      {fill(words.beyond, {
        time: timeWords(beyond.startAt, zone, true),
        taken: beyond.places,
        places,
      })}
    </output>
  );
}

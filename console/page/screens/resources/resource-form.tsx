/** Makes a resource or changes one. It says at once which booking would not fit into fewer places. */
import type { Resource, Supplier } from "@slipway/client";
import { ProblemNote } from "../../parts/problem-note.tsx";
import { RecordButton } from "../../parts/record-button.tsx";
import { timeWords } from "../../parts/zoned-time.tsx";
import { forgetCatalog } from "../../read-catalog.ts";
import { may } from "../../session.ts";
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
}

const most = 10_000_000;

export function ResourceForm({ supplier, resource, done }: Given) {
  const words = texts.resources;
  const { id, name = "", quantity = 1, capacityPerResource = 1 } = resource ?? {};
  if (!may("resources:write")) return null;
  return (
    <RecordButton
      label={id ? words.change : words.new}
      first={{ name, quantity, capacityPerResource }}
      fields={[
        { name: "name", label: texts.day.name },
        { name: "quantity", label: words.quantity, type: "number", min: 0, max: most },
        { name: "capacityPerResource", label: words.each, type: "number", min: 1, max: most },
      ]}
      send={({ resources }, draft, changed) =>
        id ? resources.update(id, changed) : resources.create({ supplierId: supplier.id, ...draft })
      }
      done={() => {
        // It has the resources too.
        forgetCatalog(supplier.id);
        done();
      }}
    >
      {(draft) =>
        id && (
          <Beyond
            id={id}
            places={draft.quantity * draft.capacityPerResource}
            zone={supplier.timezone}
          />
        )
      }
    </RecordButton>
  );
}

/** The server looks at everything once more. */
function Beyond({ id, places, zone }: { id: string; places: number; zone: string }) {
  const { data, error } = useLoad(id, (slipway) => loadYear(slipway, id));
  const words = texts.resources;
  if (error !== undefined) return <ProblemNote error={error} />;
  if (!data) return <output>{texts.app.loading}</output>;
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

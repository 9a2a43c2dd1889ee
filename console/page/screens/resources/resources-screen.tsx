/** Screen 8: the resources of a supplier, who uses them and how much. */
import type { Supplier } from "@slipway/client";
import { DataList } from "../../parts/data-list.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { SupplierScreen } from "../../parts/of-supplier.tsx";
import { ZonedTime } from "../../parts/zoned-time.tsx";
import { hrefOf } from "../../router.ts";
import type { Screen } from "../../screen.ts";
import { fill } from "../../texts/fill.ts";
import { locale, texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { loadResources } from "./load-resources.ts";
import { ResourceForm } from "./resource-form.tsx";

export const resourcesScreen: Screen = {
  paths: ["/resources"],
  scopes: ["resources:read", "suppliers:read", "catalog:read", "availability:read"],
  title: ({ resources }) => resources.title,
  View: () => (
    <SupplierScreen path="/resources">
      {(supplier) => <Resources supplier={supplier} />}
    </SupplierScreen>
  ),
};

function Resources({ supplier }: { supplier: Supplier }) {
  const resources = useLoad(supplier.id, (slipway) => loadResources(slipway, supplier.id));
  const words = texts.resources;
  return (
    <>
      <p class="controls">
        <ResourceForm supplier={supplier} done={resources.reload} />
      </p>
      <IfLoaded loaded={resources}>
        {(rows) => (
          <DataList
            caption={words.title}
            rows={rows}
            keyOf={({ resource }) => resource.id}
            columns={[
              {
                title: texts.day.name,
                cell: ({ resource: { id, name } }) => (
                  <a href={hrefOf(`/resources/${id}`)}>{name}</a>
                ),
              },
              { title: texts.day.places, cell: ({ resource }) => placesWords(resource) },
              { title: words.usedBy, cell: ({ usedBy }) => usedBy.join("; ") },
              { title: words.ofWeek, isNumber: true, cell: ({ ofWeek }) => shareWords(ofWeek) },
              { title: words.ofMonth, isNumber: true, cell: ({ ofMonth }) => shareWords(ofMonth) },
              {
                title: words.peak,
                cell: ({ peak }) =>
                  peak && (
                    <>
                      {peak.places}:{" "}
                      <ZonedTime at={peak.startAt} zone={supplier.timezone} withDay />
                    </>
                  ),
              },
            ]}
          />
        )}
      </IfLoaded>
    </>
  );
}

export function placesWords(given: { quantity: number; capacityPerResource: number }): string {
  const { quantity, capacityPerResource: each } = given;
  return fill(texts.resources.placesOf, { quantity, each, all: quantity * each });
}

function shareWords(share: number | undefined): string {
  if (share === undefined) return "";
  return new Intl.NumberFormat(locale.value, { style: "percent" }).format(share);
}

/** Screen 8: the resources of a supplier, who uses them and how much. */
import type { Supplier } from "@slipway/client";
import { DataList } from "../../parts/data-list.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { OfSupplier, WhichSupplier } from "../../parts/of-supplier.tsx";
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
    <OfSupplier>
      {(supplier, suppliers) => <Resources supplier={supplier} suppliers={suppliers} />}
    </OfSupplier>
  ),
};

function Resources(given: { supplier: Supplier; suppliers: readonly Supplier[] }) {
  const { supplier, suppliers } = given;
  const resources = useLoad(supplier.id, (slipway) => loadResources(slipway, supplier.id));
  const words = texts.resources;
  return (
    <>
      <div class="controls">
        <WhichSupplier
          supplier={supplier}
          suppliers={suppliers}
          hrefFor={(id) => hrefOf("/resources", { supplier: id })}
        />
        <ResourceForm supplier={supplier} done={resources.reload} />
      </div>
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
              { title: words.places, cell: ({ resource }) => placesWords(resource) },
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

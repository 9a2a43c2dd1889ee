/** Screen 6: when an option departs, and what a change of that would do. */
import type { Supplier } from "@slipway/client";
import { Choice } from "../../parts/choice.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { OfSupplier } from "../../parts/of-supplier.tsx";
import { catalogOf } from "../../read-catalog.ts";
import { go, hrefOf, query } from "../../router.ts";
import type { Screen } from "../../screen.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { Season } from "./season.tsx";

export const seasonsScreen: Screen = {
  paths: ["/seasons"],
  scopes: ["resources:write", "availability:read", "catalog:read", "suppliers:read"],
  title: ({ seasons }) => seasons.title,
  View: SeasonsScreen,
};

function SeasonsScreen() {
  const { seasons: words, day } = texts.value;
  return (
    <OfSupplier title={words.title}>
      {(supplier, suppliers) => (
        <>
          <h1>{words.title}</h1>
          {suppliers.length > 1 && (
            <p class="controls">
              <Choice
                label={day.supplier}
                value={supplier.id}
                choices={suppliers}
                choose={(id) => go(hrefOf("/seasons", { supplier: id }), { replace: true })}
              />
            </p>
          )}
          <Options key={supplier.id} supplier={supplier} />
        </>
      )}
    </OfSupplier>
  );
}

function Options({ supplier }: { supplier: Supplier }) {
  const { sale, day } = texts.value;
  const catalog = useLoad(supplier.id, () => catalogOf(supplier.id));
  return (
    <IfLoaded loaded={catalog}>
      {({ options }) => {
        const sold = [...options.values()];
        const wanted = query.value.get("option");
        const chosen = sold.find(({ option }) => option.id === wanted) ?? sold[0];
        if (!chosen) return <p class="empty">{day.noProduct}</p>;
        const { id } = chosen.option;
        return (
          <>
            <p class="controls">
              <Choice
                label={sale.option}
                value={id}
                choices={sold.map(({ option, product }) => ({
                  id: option.id,
                  name: `${product.name}, ${option.name}`,
                }))}
                choose={(option) =>
                  go(hrefOf("/seasons", { supplier: supplier.id, option }), { replace: true })
                }
              />
            </p>
            <Season key={id} optionId={id} zone={chosen.product.timezone ?? supplier.timezone} />
          </>
        );
      }}
    </IfLoaded>
  );
}

/** Screen 9: what a supplier sells, as a tree. */
import type { Supplier } from "@slipway/client";
import { Choice } from "../../parts/choice.tsx";
import { IfLoaded } from "../../parts/loaded.tsx";
import { OfSupplier } from "../../parts/of-supplier.tsx";
import { go, hrefOf } from "../../router.ts";
import type { Screen } from "../../screen.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";

export const catalogScreen: Screen = {
  paths: ["/catalog"],
  scopes: ["catalog:read", "suppliers:read"],
  title: ({ catalog }) => catalog.title,
  View: () => (
    <OfSupplier title={texts.value.catalog.title}>
      {(supplier, suppliers) => <Tree supplier={supplier} suppliers={suppliers} />}
    </OfSupplier>
  ),
};

function Tree({ supplier, suppliers }: { supplier: Supplier; suppliers: readonly Supplier[] }) {
  const products = useLoad(supplier.id, (slipway, signal) =>
    slipway.products.list({ supplierId: supplier.id, include: "options" }, { signal }),
  );
  const words = texts.value.catalog;
  return (
    <>
      <h1>{words.title}</h1>
      {suppliers.length > 1 && (
        <p class="controls">
          <Choice
            label={texts.value.parts.supplier}
            value={supplier.id}
            choices={suppliers}
            choose={(id) => go(hrefOf("/catalog", { supplier: id }))}
          />
        </p>
      )}
      <IfLoaded loaded={products}>
        {(shown) =>
          shown.map(({ id, name, options = [] }) => (
            <section key={id}>
              <h2>{name}</h2>
              <ul>
                {options.map((option) => (
                  <li key={option.id}>
                    <a href={hrefOf(`/catalog/${option.id}`)}>{option.name}</a>
                  </li>
                ))}
              </ul>
            </section>
          ))
        }
      </IfLoaded>
    </>
  );
}

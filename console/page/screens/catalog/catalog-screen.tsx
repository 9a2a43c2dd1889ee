/** Screen 9: what a supplier sells, as a tree. */
import type { Supplier } from "@slipway/client";
import { IfLoaded } from "../../parts/loaded.tsx";
import { SupplierScreen } from "../../parts/of-supplier.tsx";
import { hrefOf } from "../../router.ts";
import type { Screen } from "../../screen.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";

export const catalogScreen: Screen = {
  paths: ["/catalog"],
  scopes: ["catalog:read", "suppliers:read"],
  title: ({ catalog }) => catalog.title,
  View: () => (
    <SupplierScreen title={texts.value.catalog.title} path="/catalog">
      {(supplier) => <Tree supplier={supplier} />}
    </SupplierScreen>
  ),
};

function Tree({ supplier }: { supplier: Supplier }) {
  const products = useLoad(supplier.id, (slipway, signal) =>
    slipway.products.list({ supplierId: supplier.id, include: "options" }, { signal }),
  );
  return (
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
  );
}

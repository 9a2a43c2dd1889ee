/** Screen 9: what a supplier sells, as a tree. */
import type { Supplier } from "@slipway/client";
import { IfLoaded } from "../../parts/loaded.tsx";
import { SupplierScreen } from "../../parts/of-supplier.tsx";
import { hrefOf } from "../../router.ts";
import { forgetCatalog } from "../../read-catalog.ts";
import type { Screen } from "../../screen.ts";
import { may } from "../../session.ts";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";
import { useLoad } from "../../use-load.ts";
import { Photos } from "./photos.tsx";
import { NewProduct, ProductActions } from "./product-actions.tsx";

const writes = "catalog:write";

export const catalogScreen: Screen = {
  paths: ["/catalog"],
  scopes: ["catalog:read", "suppliers:read"],
  title: ({ catalog }) => catalog.title,
  View: () => (
    <SupplierScreen path="/catalog">{(supplier) => <Tree supplier={supplier} />}</SupplierScreen>
  ),
};

function Tree({ supplier }: { supplier: Supplier }) {
  const products = useLoad(supplier.id, (slipway) =>
    slipway.products.list({ supplierId: supplier.id, include: "options" }),
  );
  const isWriter = may(writes);
  const done = (): void => {
    forgetCatalog(supplier.id);
    products.reload();
  };
  return (
    <IfLoaded loaded={products}>
      {(shown) => (
        <>
          {isWriter && (
            <p class="controls">
              <NewProduct supplierId={supplier.id} done={done} />
            </p>
          )}
          {shown.map((product) => (
            <section key={product.id}>
              <h2>{product.name}</h2>
              <ul>
                {product.options?.map((option) => (
                  <li key={option.id}>
                    <a href={hrefOf(`/catalog/${option.id}`)}>{option.name}</a>
                  </li>
                ))}
              </ul>
              <Photos product={product} />
              {isWriter && <ProductActions product={product} done={done} />}
            </section>
          ))}
          {!isWriter && <p>{fill(texts.catalog.readOnly, { scope: writes })}</p>}
        </>
      )}
    </IfLoaded>
  );
}

import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, catalog } from "@slipway/contracts";
import type { RecordDeps } from "../record/deps.ts";
import { fittingPage, listByName } from "../list-by-name.ts";
import { optionRecord } from "../record/option.ts";
import type { ProductDocument } from "../record/schema.ts";
import { productRecord } from "../record/product.ts";

type Output = OutputOf<typeof catalog.listProducts>;

/** Never answered. */
const hidden = ["closing", "dropped", "flagged", "photos", "leftFiles"];

/** Products that are not archived, of one supplier or of all, by name; with their options where they are asked for. */
export async function listProducts(
  deps: RecordDeps,
  request: Request,
  { supplierId, include, ...asked }: InputOf<typeof catalog.listProducts>,
): Promise<Output> {
  const { tenantId } = request.caller;
  const filter = { deletedAt: null, ...(supplierId === undefined ? {} : { supplierId }) };
  if (include === undefined)
    return listByName(deps.products, tenantId, {
      filter,
      asked,
      itemOf: productRecord,
      without: [...hidden, "options"],
    });
  const found = await listByName(deps.products, tenantId, {
    filter,
    asked,
    itemOf: (product) => ({ id: product._id, product }),
    shownOf: ({ product }) => productRecord(product),
    // `flagged` says which option is the default one.
    without: hidden.filter((field) => field !== "flagged"),
  });
  const products = found.items.map(({ product }) => product);
  return fittingPage(await withOptions(deps, tenantId, products), found, asked);
}

async function withOptions(
  { options }: RecordDeps,
  tenantId: string,
  products: readonly ProductDocument[],
): Promise<Output["items"]> {
  const listed = products.flatMap((product) => product.options);
  const heads = listed.length === 0 ? [] : await options.listHeads(tenantId, listed);
  const byProduct = Map.groupBy(heads, ({ productId }) => productId);
  return products.map((product) => {
    const own = byProduct.get(product._id) ?? [];
    return { ...productRecord(product), options: own.map((head) => optionRecord(head, product)) };
  });
}

import type { Request } from "@slipway/broker";
import type { InputOf, OutputOf, catalog } from "@slipway/contracts";
import type { RecordDeps } from "../record/deps.ts";
import { lists } from "../record/option-list.ts";

interface Revised {
  readonly revision: number;
  readonly commit?: string;
}

const optionFields = ["revision", "commit", "productId", "supplierId"] as const;
const productFields = ["revision", "commit", "options"] as const;
const supplierFields = ["revision", "commit"] as const;

/** The version of an option; any write to the option, product, supplier or tenant changes it. */
export function versionOf(records: readonly [Revised, Revised, Revised, Revised]): string {
  // A record that was never changed has its first revision and no token.
  return records.map(({ revision, commit }) => commit ?? revision).join(".");
}

/** Internal: the versions of options' facts as they stand now, by four small reads in the order of `getOptionFacts`. */
export async function listOptionVersions(
  deps: RecordDeps,
  request: Request,
  { optionIds }: InputOf<typeof catalog.listOptionVersions>,
): Promise<OutputOf<typeof catalog.listOptionVersions>> {
  const { tenantId } = request.caller;
  const options = await deps.options.pick(tenantId, optionIds, optionFields);
  const found = [...options.values()];
  const productIds = found.map(({ productId }) => productId);
  const supplierIds = found.map(({ supplierId }) => supplierId);
  const [products, suppliers, tenant] = await Promise.all([
    deps.products.pick(tenantId, productIds, productFields),
    deps.suppliers.pick(tenantId, supplierIds, supplierFields),
    deps.tenants.get(tenantId, tenantId),
  ]);
  const versions = optionIds.map((id) => {
    const option = options.get(id);
    const product = option && products.get(option.productId);
    const supplier = option && suppliers.get(option.supplierId);
    if (!option || !lists(product, id) || !supplier || !tenant) return null;
    return versionOf([option, product, supplier, tenant]);
  });
  return { versions };
}

/** Reads what is sold, by name: once for each supplier, because names and zones change seldom. A reload reads anew. */
import type { Operations } from "@slipway/client";
import type { Catalog } from "./catalog.ts";
import { ask, may } from "./session.ts";

const known = new Map<string, Promise<Catalog>>();

/** A failure is not kept. */
export function catalogOf(supplierId: string): Promise<Catalog> {
  const reading =
    known.get(supplierId) ??
    ask((slipway) => readCatalog(slipway, supplierId)).catch((error: unknown) => {
      known.delete(supplierId);
      throw error;
    });
  known.set(supplierId, reading);
  return reading;
}

/** It is read anew for the next screen that asks. */
export function forgetCatalog(supplierId: string): void {
  known.delete(supplierId);
}

async function readCatalog(slipway: Operations, supplierId: string): Promise<Catalog> {
  const [products, resources, supplier] = await Promise.all([
    slipway.products.list({ supplierId, include: "options" }),
    may("resources:read") ? slipway.resources.list({ supplierId }) : [],
    may("suppliers:read") ? slipway.suppliers.get(supplierId) : undefined,
  ]);
  const sold = products.flatMap((product) =>
    (product.options ?? []).map((option) => [option.id, { option, product }] as const),
  );
  return {
    timezone: supplier?.timezone,
    products,
    options: new Map(sold),
    resources: new Map(resources.map((resource) => [resource.id, resource])),
  };
}

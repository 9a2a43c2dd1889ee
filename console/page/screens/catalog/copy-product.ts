/**
 * Copies a product with its options and tickets. Seasons, prices, photos and resources do not go with it. Records are sent
 * whole, because the API ignores what a request does not take: so a field that it gets later is copied, too.
 */
import type { CreateOptionRequest, CreateUnitRequest, Product } from "@slipway/client";
import { ask } from "../../session.ts";

/**
 * Each call makes another one. Where the session ends meanwhile, only the step that was refused is asked again. `made`
 * hears that the product is there, also where a later step fails. Returns the id of its first option, if it has one.
 */
export async function copyProduct(
  { options: sold = [], reference, ...product }: Product,
  made: () => void,
): Promise<string | undefined> {
  const copy = await ask(({ products }) => products.create(product));
  made();
  const copied: string[] = [];
  for (const option of sold) {
    const { id } = await ask(({ products }) =>
      products.createOption(copy.id, option as CreateOptionRequest),
    );
    copied.push(id);
    const { units } = await ask(({ options }) => options.get(option.id));
    for (const unit of units)
      await ask(({ options }) => options.createUnit(id, unit as CreateUnitRequest));
  }
  return copied[0];
}

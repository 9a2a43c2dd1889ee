/**
 * Copies a product with its options and tickets. Seasons, prices, photos and resources do not go with it. Records are sent
 * whole, because the API ignores what a request does not take: so a field that it gets later is copied, too.
 */
import type { CreateOptionRequest, CreateUnitRequest, Operations, Product } from "@slipway/client";
import { ask } from "../../session.ts";

/** The records that a copy has made so far: the product, then each option and its tickets. */
export type Steps = { readonly id: string }[];

/**
 * Adds what it makes to `steps`. A second call with them goes on where the first one failed, so that nothing is made
 * twice. Where the session ends meanwhile, only the step that was refused is asked again. Returns the id of the copy's
 * first option, if it has one.
 */
export async function copyProduct(
  { options: sold = [], reference, ...product }: Product,
  steps: Steps,
): Promise<string | undefined> {
  let step = 0;
  const once = async (call: (slipway: Operations) => Promise<{ id: string }>): Promise<string> =>
    (steps[step++] ??= await ask(call)).id;
  const copyId = await once(({ products }) => products.create(product));
  for (const option of sold) {
    const id = await once(({ products }) =>
      products.createOption(copyId, option as CreateOptionRequest),
    );
    const { units } = await ask(({ options }) => options.get(option.id));
    for (const unit of units)
      await once(({ options }) => options.createUnit(id, unit as CreateUnitRequest));
  }
  return steps[1]?.id;
}

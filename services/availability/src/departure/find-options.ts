import { type Request, call, refuse } from "@slipway/broker";
import { type InputOf, availability, catalog } from "@slipway/contracts";

type Whose = Pick<
  InputOf<typeof availability.listAvailability>,
  "optionId" | "productId" | "supplierId"
>;

export interface FoundOptions {
  readonly optionIds: readonly string[];
  /** Each was named, so that none of them may be missing. */
  readonly isNamed: boolean;
}

/** The options of which a request asks. Refuses NOT_FOUND, and RANGE_TOO_LARGE where they are too many. */
export async function findOptions(request: Request, whose: Whose): Promise<FoundOptions> {
  const { optionId } = whose;
  const isNamed = optionId !== undefined;
  const optionIds = isNamed ? [...new Set(optionId.split(","))] : await listBelow(request, whose);
  if (optionIds.length > availability.optionsMax)
    throw refuse("RANGE_TOO_LARGE", {
      detail: `There are more than ${availability.optionsMax} options; ask for fewer at once`,
    });
  return { optionIds, isNamed };
}

async function listBelow(request: Request, { productId, supplierId }: Whose): Promise<string[]> {
  const of = productId === undefined ? { supplierId: supplierId ?? "" } : { productId };
  const limit = availability.optionsMax + 1;
  return (await call(request, catalog.listOptionIds, { of, limit })).optionIds;
}

/** The facts of an option as catalog answers them, for tests in which a stand-in answers for it. */
import type { OutputOf, catalog } from "@slipway/contracts";

type OptionFacts = OutputOf<typeof catalog.getOptionFacts>;
export type GivenFacts = Omit<Partial<OptionFacts>, "option"> & {
  readonly option?: Partial<OptionFacts["option"]>;
};

const stamp = "2027-01-01T00:00:00.000Z";

/** An option of an hour, without units, prices and limits. */
export function optionFactsWith({ option, ...given }: GivenFacts): OptionFacts {
  const { productId = "prd" } = given;
  return {
    option: {
      id: "opt",
      tenantId: "ten",
      productId,
      name: "Ferry",
      reference: "ferry",
      createdAt: stamp,
      updatedAt: stamp,
      isDefault: true,
      durationMinutes: 60,
      sortOrder: 0,
      pricingPer: null,
      cancellationCutoffAmount: 0,
      cancellationCutoffUnit: "hour",
      cancellationPolicy: null,
      bookingCutoffMinutes: 0,
      requiredContactFields: [],
      restrictions: { minUnits: null, maxUnits: null },
      metadata: {},
      ...option,
    },
    units: [],
    pricingPeriods: [],
    charges: [],
    productId,
    supplierId: "sup",
    productName: "Ferry",
    productUpdatedAt: stamp,
    timezone: "Etc/UTC",
    productMetadata: {},
    currency: "EUR",
    archived: false,
    productArchived: false,
    version: "1",
    ...given,
  };
}

import { type InputOf, type OutputOf, answerOf, catalog } from "@slipway/contracts";
import { type Identity, parseJson } from "../identity.ts";
import type { PricingPeriod } from "./pricing-period.ts";
import type { Unit } from "./unit.ts";
import { type OptionList, changedAt } from "./option-list.ts";

type CreateOptionInput = InputOf<typeof catalog.createOption>;

export interface OptionFields {
  supplierId: string;
  productId: string;
  name: string;
  reference: string;
  durationMinutes: number;
  sortOrder: number;
  pricingPer: InputOf<typeof catalog.setPricingPeriods>["pricingPer"] | null;
  cancellationCutoffAmount: number;
  cancellationCutoffUnit: CreateOptionInput["cancellationCutoffUnit"];
  /** Absent in what earlier releases have made. */
  cancellationPolicy?: CreateOptionInput["cancellationPolicy"];
  bookingCutoffMinutes: number;
  requiredContactFields: readonly string[];
  restrictions: { readonly minUnits: number | null; readonly maxUnits: number | null };
  /** JSON text. */
  metadata: string;
  units: readonly Unit[];
  pricingPeriods: readonly PricingPeriod[];
  /** Absent where none were ever set. */
  charges?: InputOf<typeof catalog.setCharges>["charges"];
  /** Whether pricing periods or charges stand here: what a change of the tenant's currency looks for. */
  priced: boolean;
  /** True until the product is known to list it: what the sweep looks for. */
  making: boolean;
  /** The event of the move of the default that its own change has put into the outbox (see `moveDefault`). */
  toldDefault?: string;
}

export type OptionHead = Omit<OptionFields, "units" | "pricingPeriods"> & Identity;
export type Option = OptionFields & Identity;
export type OptionRecord = Omit<OutputOf<typeof catalog.getOption>, "units" | "pricingPeriods">;

export function optionRecord(
  option: OptionHead,
  listing: Pick<OptionList, "defaultOptionId" | "flagged">,
): OptionRecord {
  return answerOf(catalog.option, {
    ...option,
    id: option._id,
    updatedAt: changedAt(option, listing),
    isDefault: option._id === listing.defaultOptionId,
    cancellationPolicy: option.cancellationPolicy ?? null,
    metadata: parseJson(option.metadata),
  });
}

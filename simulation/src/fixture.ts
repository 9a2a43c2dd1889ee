/** The fixture of a run: two suppliers, their resources, and options that compete for them. */
import type { OutputOf, catalog } from "@slipway/contracts";

type OptionFacts = OutputOf<typeof catalog.getOptionFacts>;

export const tenantId = "ten";
/** When every run begins. */
export const beginning = Date.parse("2027-05-01T10:00:00.000Z");
const stamp = "2027-01-01T00:00:00.000Z";

export interface Resource {
  readonly name: string;
  readonly supplierId: string;
  readonly quantity: number;
  readonly capacityPerResource: number;
}

export interface Need {
  readonly resource: string;
  readonly quantity: number;
  readonly maxQuantity: number | null;
}

export interface Option {
  readonly id: string;
  readonly supplierId: string;
  readonly pricingPer: "UNIT" | "RESOURCE";
  /** The option changes between these two. */
  readonly durationsMinutes: readonly [number, number];
  /** UTC times on the days after the beginning. */
  readonly startTimes: readonly string[];
  /** Number of days: the first has all start times, each later one only the first. */
  readonly days: number;
  readonly needsApproval: boolean;
  readonly needs: readonly Need[];
}

export const resources: readonly Resource[] = [
  { name: "boat", supplierId: "sup-a", quantity: 1, capacityPerResource: 6 },
  { name: "guide", supplierId: "sup-a", quantity: 2, capacityPerResource: 4 },
  { name: "kayak", supplierId: "sup-b", quantity: 4, capacityPerResource: 2 },
  { name: "skipper", supplierId: "sup-b", quantity: 1, capacityPerResource: 1 },
];

const need = (resource: string, quantity = 1, maxQuantity: number | null = null): Need => ({
  resource,
  quantity,
  maxQuantity,
});

export const options: readonly Option[] = [
  // Takes of its boat what the ferry takes of it, at the same times.
  {
    id: "taxi",
    supplierId: "sup-a",
    pricingPer: "UNIT",
    durationsMinutes: [60, 30],
    startTimes: ["08:00", "08:30"],
    days: 2,
    needsApproval: false,
    needs: [need("boat")],
  },
  // Shares its boat with the tour, whose departures overlap its own.
  {
    id: "ferry",
    supplierId: "sup-a",
    pricingPer: "UNIT",
    durationsMinutes: [60, 30],
    startTimes: ["08:00", "08:30", "09:00"],
    days: 2,
    needsApproval: false,
    needs: [need("boat")],
  },
  {
    id: "tour",
    supplierId: "sup-a",
    pricingPer: "UNIT",
    durationsMinutes: [90, 60],
    startTimes: ["08:30"],
    days: 2,
    needsApproval: true,
    needs: [need("boat"), need("guide", 1, 1)],
  },
  // The suppliers' days begin at 04:00.
  {
    id: "night",
    supplierId: "sup-a",
    pricingPer: "UNIT",
    durationsMinutes: [120, 60],
    startTimes: ["03:00"],
    days: 2,
    needsApproval: false,
    needs: [need("boat")],
  },
  // Ends in the first day of the night departure.
  {
    id: "dusk",
    supplierId: "sup-a",
    pricingPer: "UNIT",
    durationsMinutes: [60, 90],
    startTimes: ["02:30"],
    days: 2,
    needsApproval: false,
    needs: [need("boat")],
  },
  // Begins in the second day of the night departure.
  {
    id: "dawn",
    supplierId: "sup-a",
    pricingPer: "UNIT",
    durationsMinutes: [60, 30],
    startTimes: ["04:30"],
    days: 2,
    needsApproval: false,
    needs: [need("boat")],
  },
  {
    id: "paddle",
    supplierId: "sup-b",
    pricingPer: "RESOURCE",
    durationsMinutes: [60, 30],
    startTimes: ["08:00", "08:30"],
    days: 2,
    needsApproval: false,
    needs: [need("kayak", 1, 3)],
  },
  {
    id: "lesson",
    supplierId: "sup-b",
    pricingPer: "UNIT",
    durationsMinutes: [30, 60],
    startTimes: ["08:00", "08:30"],
    days: 2,
    needsApproval: false,
    needs: [need("kayak")],
  },
  // Most claims are refused, so ledgers exist in which no usage names the skipper.
  {
    id: "charter",
    supplierId: "sup-b",
    pricingPer: "UNIT",
    durationsMinutes: [60, 30],
    startTimes: ["10:00"],
    days: 5,
    needsApproval: false,
    needs: [need("skipper")],
  },
  // Needs nothing but approval: its own write decides about its holds.
  {
    id: "audio",
    supplierId: "sup-b",
    pricingPer: "UNIT",
    durationsMinutes: [30, 60],
    startTimes: ["08:00"],
    days: 2,
    needsApproval: true,
    needs: [],
  },
];

export function optionOf(id: string): Option | undefined {
  return options.find((option) => option.id === id);
}

/** Catalog's facts of an option after this many changes of its duration. */
export function factsOf(option: Option, changes: number): OptionFacts {
  return {
    option: optionRecord(option, changes),
    units: [unitRecord(option)],
    pricingPeriods: [priceRecord(option)],
    charges: [],
    productId: productOf(option),
    supplierId: option.supplierId,
    productName: productOf(option),
    productUpdatedAt: stamp,
    timezone: "Etc/UTC",
    productMetadata: {},
    currency: "EUR",
    archived: false,
    productArchived: false,
    version: String(changes),
  };
}

function optionRecord(option: Option, changes: number): OptionFacts["option"] {
  const { id, pricingPer, durationsMinutes, needsApproval } = option;
  return {
    id,
    tenantId,
    productId: productOf(option),
    name: id,
    reference: id,
    createdAt: stamp,
    updatedAt: stamp,
    isDefault: true,
    durationMinutes: durationsMinutes[changes % 2] ?? 0,
    sortOrder: 0,
    pricingPer,
    cancellationCutoffAmount: 0,
    cancellationCutoffUnit: "hour",
    cancellationPolicy: null,
    bookingCutoffMinutes: 0,
    requiredContactFields: [],
    restrictions: { minUnits: null, maxUnits: null },
    metadata: { directBooking: !needsApproval, holdMinutes: 1 },
  };
}

function unitRecord({ id: optionId }: Option): OptionFacts["units"][number] {
  return {
    id: unitOf(optionId),
    tenantId,
    name: "Adult",
    reference: "adult",
    createdAt: stamp,
    updatedAt: stamp,
    optionId,
    type: "ADULT",
    requiredContactFields: [],
    restrictions: {},
    metadata: {},
    deletedAt: null,
  };
}

function priceRecord(option: Option): OptionFacts["pricingPeriods"][number] {
  return {
    id: `${option.id}-price`,
    tenantId,
    optionId: option.id,
    ...recurrenceOf(option),
    label: null,
    color: null,
    retailPrices: { [unitOf(option.id)]: 1_000 },
    retailPriceTiers: null,
    createdAt: stamp,
    updatedAt: stamp,
  };
}

function unitOf(optionId: string): string {
  return `${optionId}-adult`;
}

export function productOf({ id }: Option): string {
  return `${id}-product`;
}

export function recurrenceOf({ startTimes }: Option) {
  return {
    startMonthDay: "01-01",
    endMonthDay: "12-31",
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    startTimes: [...startTimes],
    validFrom: null,
    validUntil: null,
    days: 2,
  };
}

const dayMs = 86_400_000;

/** The option's departures from tomorrow on. */
export function departuresOf({ startTimes, days }: Pick<Option, "startTimes" | "days">): string[] {
  const day = Math.floor(beginning / dayMs) * dayMs + dayMs;
  const at = (time: string, later: number): string => {
    const [hours = "0", minutes = "0"] = time.split(":");
    const instant = day + later + Number(hours) * 3_600_000 + Number(minutes) * 60_000;
    return new Date(instant).toISOString();
  };
  const later = Array.from({ length: days - 1 }, (_, index) => (index + 1) * dayMs);
  const first = startTimes[0] ?? "08:00";
  return [...startTimes.map((time) => at(time, 0)), ...later.map((ms) => at(first, ms))];
}

/** A departure that clients may book. */
export interface Departure {
  readonly option: Option;
  readonly startAt: string;
}

export const departures: readonly Departure[] = options.flatMap((option) =>
  departuresOf(option).map((startAt) => ({ option, startAt })),
);

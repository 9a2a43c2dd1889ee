import { z } from "zod";
import { component, int, intOrNull, string, nullByDefault } from "./schemas.ts";
import { mutation, read, readKnown } from "./action.ts";
import { page, paged } from "./bus-page.ts";
import {
  count,
  countInput,
  createdAt,
  deletion,
  emptyInput,
  id,
  ifUnchanged,
  instant,
  instantInput,
  listLimit,
  metadata,
  metadataRecord,
  offset,
  optional,
  recordId,
  reference,
  tenantId,
  shownText,
  updatedAt,
} from "./primitives.ts";
import { pricingPer } from "./catalog.ts";

// ---- resources and requirements -----------------------------------------------------------------

const requirementText = {
  quantity:
    "Places of the resource that one traveller takes (UNIT, BOOKING), or the least number of whole resources of one booking (RESOURCE).",
  maxQuantity:
    "Most whole resources of the pool that the option may use per departure; null: the whole pool.",
  prepareMinutes: "Minutes before a departure in which it occupies the resource already.",
  turnaroundMinutes:
    "Minutes after a departure in which it still occupies the resource, such as for cleaning.",
} as const;

export const resourceRequirement = component(
  "ResourceRequirement",
  "The link of an option to a resource that it needs, with the amount.",
  {
    id: recordId,
    tenantId,
    optionId: id.describe("Id of the option that needs the resource."),
    resourceId: id.describe("Id of the resource that is needed."),
    quantity: int(requirementText.quantity),
    maxQuantity: intOrNull(requirementText.maxQuantity, [2]),
    prepareMinutes: z.int().default(0).describe(requirementText.prepareMinutes),
    turnaroundMinutes: z
      .int()
      .default(0)
      .meta({ description: requirementText.turnaroundMinutes, examples: [30] }),
  },
);

export const resource = component(
  "Resource",
  "Boats, guides or rooms: what limits how much can be sold. Its places are `quantity` times `capacityPerResource`.",
  {
    id: recordId,
    tenantId,
    supplierId: id.describe("Id of the supplier that owns the resource."),
    name: string("What people call the resource; 1 to 1000 characters."),
    quantity: int("How many of it there are, such as two boats."),
    capacityPerResource: int("Places that each of them has, such as 60 seats."),
    metadata: metadataRecord,
    createdAt,
    updatedAt,
  },
);

const resourceFields = {
  name: shownText.meta({
    description: "What people call the resource; 1 to 1000 characters.",
    examples: ["Motonave Serenissima"],
  }),
  quantity: countInput.meta({
    description: "How many of it there are: 0 to 10000000.",
    examples: [2],
  }),
  capacityPerResource: countInput.min(1).meta({
    description: "Places that each of them has: 1 to 10000000.",
    examples: [60],
  }),
};
const byId = z.object({ id: reference.describe("Id of the resource.") });

export const listResources = read("resourcesCapacity.listResources", {
  description: "Resources of all suppliers, by name.",
  input: z.object({
    supplierId: reference.describe("Only the resources of this supplier.").optional(),
    limit: listLimit,
    offset: offset.optional(),
    page,
  }),
  output: paged(resource),
});

const resourceUsage = component(
  "ResourceUsage",
  "How many places of a resource are taken during an interval.",
  {
    startAt: instant.describe("When the interval begins, in UTC."),
    endAt: instant.describe("When the interval ends, in UTC."),
    places: int("Places that bookings take during the whole interval."),
    expanded: int("How many of these `expandCapacity` has added to their departures."),
    options: z
      .array(
        component("OptionUsage", "What bookings of one option take.", {
          optionId: id.describe("Id of the option that the places are booked with."),
          places: int("Places that its bookings take: the sum of the three parts."),
          prepare: z.int().default(0).describe("Places that are prepared for departures to come."),
          run: z.int().default(0).describe("Places of departures that are under way."),
          turnaround: z.int().default(0).describe("Places that departures before still occupy."),
        }),
      )
      .describe("The options that take the places, by id."),
  },
);

/** Longest range of one answer. */
export const usageDaysMax = 31;

export const listUsage = read("resourcesCapacity.listUsage", {
  description:
    "Places of the resource that bookings take between two instants, as intervals by start. A new interval begins where a departure, its preparation or its turnaround begins or ends, and once a day at a fixed time of UTC: 04:00 of the supplier's time when it got its first resource, so an hour beside that in the other half of the year. Where nothing is taken there is none. A whole resource counts with all its places. A booking that is being changed may count twice for a moment. A day that the operator has archived answers nothing. The range has at most 31 days.",
  input: z
    .object({
      id: reference.describe("Id of the resource."),
      from: instantInput.describe("Start of the range: RFC 3339 with an offset."),
      to: instantInput.describe("End of the range, after `from`: RFC 3339 with an offset."),
      page,
    })
    .refine((value) => value.from < value.to, { message: "must be after from", path: ["to"] }),
  output: paged(resourceUsage),
  refusals: ["NOT_FOUND", "RANGE_TOO_LARGE"],
});

export const createResource = mutation("resourcesCapacity.createResource", {
  description:
    "Adds a boat, a guide, a room or another thing that limits sales. Link it to options next.",
  repeat: "Each call adds another resource.",
  input: z.object({
    supplierId: reference.describe("Id of the supplier that owns the resource."),
    ...resourceFields,
    metadata: metadata.default({}),
  }),
  output: resource,
  refusals: ["NOT_FOUND", "ARCHIVED", "QUOTA_EXCEEDED"],
});

export const getResource = readKnown("resourcesCapacity.getResource", {
  description: "Answers the resource with the options that need it.",
  input: byId,
  output: component("ResourceWithRequirements", "A resource with the options that need it.", {
    ...resource.shape,
    requirements: z
      .array(resourceRequirement)
      .describe("Which options need the resource, and how much of it."),
  }),
});

export const updateResource = mutation("resourcesCapacity.updateResource", {
  description:
    "Changes the members that are sent. New numbers hold for every departure and end expansions; they are refused where more is already sold.",
  repeat: "A repeat changes nothing and answers the resource as it is.",
  input: byId.extend({ ...ifUnchanged, ...optional({ ...resourceFields, metadata }) }),
  output: resource,
  refusals: [
    "NOT_FOUND",
    "INVALID_STATE",
    "VERSION_CONFLICT",
    "CAPACITY_BELOW_RESERVED",
    "SERVICE_UNAVAILABLE",
  ],
});

export const deleteResource = deletion("resourcesCapacity.deleteResource", {
  description: "Deletes a resource that no option needs and no booking ever used.",
  input: byId,
  refusals: ["NOT_FOUND", "INVALID_STATE", "RESOURCE_IN_USE", "SERVICE_UNAVAILABLE"],
});

const marginInput = z.int().min(0).max(1440).default(0);

export const setRequirement = mutation("resourcesCapacity.setRequirement", {
  description:
    "Makes the option need the resource, or replaces how much it needs. Members that are left out get their defaults.",
  repeat: "A repeat sets the same link again.",
  input: z.object({
    id: reference.describe("Id of the option that needs the resource."),
    resourceId: reference.describe("Id of a resource of the same supplier."),
    quantity: countInput.min(1).default(1).describe(`${requirementText.quantity} At least 1.`),
    maxQuantity: nullByDefault(countInput.min(1), `${requirementText.maxQuantity} At least 1.`, [
      2,
    ]),
    prepareMinutes: marginInput.describe(`${requirementText.prepareMinutes} At most 1440.`),
    turnaroundMinutes: marginInput.meta({
      description: `${requirementText.turnaroundMinutes} At most 1440. Bookings keep the times that they were made with.`,
      examples: [30],
    }),
  }),
  output: resourceRequirement,
  refusals: ["NOT_FOUND", "SUPPLIER_MISMATCH", "INVALID_STATE", "ARCHIVED"],
});

export const deleteRequirement = deletion("resourcesCapacity.deleteRequirement", {
  description:
    "Ends the option's need of the resource. The last link of an option with active availability periods stays. While another request ends the same need, it is 409 INVALID_STATE.",
  input: z.object({
    optionId: reference.describe("Id of the option that needs the resource."),
    resourceId: reference.describe("Id of the resource that it needs no more."),
  }),
  refusals: ["NOT_FOUND", "INVALID_STATE", "RESOURCE_IN_USE"],
});

/** The requirements of an option, first-made first. An unknown option has none. */
export const listRequirements = read("resourcesCapacity.listRequirements", {
  input: z.object({ optionId: reference }),
  output: z.array(resourceRequirement),
});

/** Internal: a deleted option leaves no requirement behind. Repeatable. */
export const dropRequirements = mutation("resourcesCapacity.dropRequirements", {
  input: z.object({ optionId: reference }),
  output: z.object({ dropped: count }),
});

// ---- capacity -----------------------------------------------------------------------------------

/** One booking's request on one departure: capacity makes places and whole units of it. */
export const demand = z.object({
  optionId: id,
  pricingPer,
  participants: count,
  /** Whole units of named resources, summed per resource. */
  resourceItems: z.array(z.object({ resourceId: z.string(), quantity: z.int().min(1) })),
});

/** The part of one resource that a claim took. */
export const resourceUse = z.object({
  resourceId: id,
  name: z.string(),
  /** Places taken, at the numbers of the view that took them. */
  places: count,
  /** Whole units, where whole units were taken; else null. */
  units: count.nullable(),
  /** Whether this resource's requirement is the option's first-made one (the RESOURCE price counts it). */
  first: z.boolean(),
  /** Minutes for which the resource is occupied before and after the run; absent where both are 0. */
  prepareMinutes: count.optional(),
  turnaroundMinutes: count.optional(),
});

/** One ledger's part of a claim, as the booking keeps and names it. */
export const claimName = z.object({ claimId: z.string(), ledger: z.string() });

/**
 * Internal: takes all resources of a departure or none, HELD until `until` or, without it, CONFIRMED.
 * Sent once for each attempt of a booking. No claims come back when the option needs no resource.
 */
export const claimCapacity = mutation("resourcesCapacity.claimCapacity", {
  input: z.object({
    /** Routes all claims of a supplier's day to one replica. */
    supplierId: id,
    bookingId: id,
    /** Never sent before with this booking: part of the claims' ids, whose records are not looked for. */
    attempt: z.string().max(40),
    startAt: z.string(),
    durationMinutes: z.int(),
    demand,
    until: z.string().nullable(),
    /** Raises what is missing, for this departure only. */
    expand: z.boolean(),
    /**
     * The booking's present claims, where it changes its places. It holds exactly these until it names others. None of
     * them counts beside the new ones at an instant that they share.
     */
    inPlaceOf: z.array(claimName).default([]),
  }),
  output: z.object({ claims: z.array(claimName), taken: z.array(resourceUse) }),
  refusals: [
    "RESOURCE_NOT_LINKED",
    "NO_LINKED_RESOURCE",
    "RESOURCE_TOO_SMALL",
    "ARCHIVED",
    "DEPARTURE_CALLED_OFF",
    "CAPACITY_EXHAUSTED",
    "OVERLOADED",
    "SERVICE_UNAVAILABLE",
  ],
  routedBy: "supplierId",
});

/**
 * Internal: what `claimCapacity` would take now, or its refusal, and the vacancies that it would leave
 * the option at this departure. Takes nothing and writes nothing.
 */
export const checkClaim = read("resourcesCapacity.checkClaim", {
  input: claimCapacity.input.omit({ attempt: true }),
  output: z.object({
    taken: z.array(resourceUse),
    /** Null where the option needs no resource. */
    vacancies: count.nullable(),
  }),
  refusals: claimCapacity.refusals.filter((code) => code !== "OVERLOADED"),
});

export const checkedTogetherMax = 50;

/**
 * Checks claims one after the other on the same copies, so that two that share the last place do not both fit. A claim
 * that is refused takes nothing from the later ones.
 */
export const checkClaims = read("resourcesCapacity.checkClaims", {
  input: z.object({ claims: z.array(checkClaim.input).max(checkedTogetherMax) }),
  output: z.object({
    results: z.array(
      z.union([checkClaim.output, z.object({ refusal: z.string(), vacancies: count.optional() })]),
    ),
  }),
  refusals: ["SERVICE_UNAVAILABLE"],
});

/**
 * Internal, for doctor: claims for a booking what it took before, as its own usage says it and not
 * as today's requirements would, in place of claims that hold nothing. Nothing is expanded. No
 * claims come back where all present claims hold their places: nothing was done.
 */
export const claimAnew = mutation("resourcesCapacity.claimAnew", {
  input: z.object({
    supplierId: id,
    bookingId: id,
    /** Never sent before with this booking: part of the claims' ids, whose records are not looked for. */
    attempt: z.string().max(40),
    optionId: id,
    /** The window of the departure, as it was booked. */
    startAt: z.string(),
    endAt: z.string(),
    until: z.string().nullable(),
    uses: z.array(resourceUse).min(1),
    inPlaceOf: z.array(claimName),
  }),
  output: z.object({ claims: z.array(claimName) }),
  refusals: [
    "ARCHIVED",
    "DEPARTURE_CALLED_OFF",
    "CAPACITY_EXHAUSTED",
    "OVERLOADED",
    "SERVICE_UNAVAILABLE",
  ],
  routedBy: "supplierId",
});

/** Internal: the domain refusals of a demand without claiming anything (for the order of checks). */
export const checkDemand = read("resourcesCapacity.checkDemand", {
  input: z.object({ supplierId: id, demand }),
  output: z.object({ taken: z.array(resourceUse) }),
  refusals: ["RESOURCE_NOT_LINKED", "NO_LINKED_RESOURCE", "RESOURCE_TOO_SMALL"],
});

const claimCommand = z.object({ supplierId: id, bookingId: id, claims: z.array(claimName) });

const departureName = { optionId: id, startAt: z.string() };

/**
 * Internal: a held claim lasts. Repeatable; refused once `until` has come, and on a departure that is called off.
 * Without claims the departure alone is looked at.
 */
export const confirmClaims = mutation("resourcesCapacity.confirmClaims", {
  input: claimCommand.extend({ departure: z.object(departureName).optional() }),
  output: emptyInput,
  refusals: ["HOLD_EXPIRED", "DEPARTURE_CALLED_OFF", "OVERLOADED"],
  routedBy: "supplierId",
});

/** Internal: extends a held claim. Repeatable; never shortens; a confirmed claim stays; refused from `until` on. */
export const extendClaims = mutation("resourcesCapacity.extendClaims", {
  input: claimCommand.extend({ until: z.string() }),
  output: emptyInput,
  refusals: ["HOLD_EXPIRED", "OVERLOADED"],
  routedBy: "supplierId",
});

/** Internal: gives the places back, once. Repeatable. Only on proof. */
export const releaseClaims = mutation("resourcesCapacity.releaseClaims", {
  input: claimCommand.extend({
    /** No booking ever named these claims: what they expanded goes with them. */
    neverNamed: z.boolean().default(false),
  }),
  output: emptyInput,
  refusals: ["OVERLOADED"],
  routedBy: "supplierId",
});

export const runs = z.enum(["OPEN", "CALLED_OFF"]).meta({
  id: "DepartureRuns",
  description:
    "CALLED_OFF: the departure takes no bookings, and its own are cancelled. OPEN: it was reopened.",
});

export const departureRuns = z.object({
  ...departureName,
  supplierId: id,
  productId: id,
  runs: runs.nullable(),
  reason: z.string().nullable(),
});

/**
 * Internal: decides by one write whether a departure takes claims. Repeatable. Refuses IN_THE_PAST to call one off that has
 * ended, and INVALID_STATE to reopen one while bookings of before hold claims on it, but for those that stay.
 */
export const setRuns = mutation("resourcesCapacity.setRuns", {
  input: departureRuns.extend({ runs, endsAt: z.string(), redeemed: z.array(id) }),
  output: emptyInput,
  refusals: ["NOT_FOUND", "ARCHIVED", "IN_THE_PAST", "INVALID_STATE", "SERVICE_UNAVAILABLE"],
  routedBy: "supplierId",
});

/** Internal: why a departure is called off, or null where it is not, and the bookings of the claims that are live on it. */
export const getRuns = read("resourcesCapacity.getRuns", {
  input: z.object({ ...departureName, supplierId: id }),
  output: z.object({
    calledOff: z.object({ reason: z.string().nullable() }).nullable(),
    claims: count,
    bookingIds: z.array(id),
  }),
});

/** Internal: the bookings now name these claims, so recovery need not ask. Repeatable. */
export const attachClaims = mutation("resourcesCapacity.attachClaims", {
  input: z.object({ claimIds: z.array(z.string()).max(1000) }),
  output: emptyInput,
});

/**
 * Internal: free places and largest party per departure of an option. In columns, each in the order
 * asked: a thousand departures are parsed and sent as a few lists of numbers.
 */
export const listVacancies = read("resourcesCapacity.listVacancies", {
  input: z.object({
    supplierId: id,
    optionId: id,
    pricingPer,
    durationMinutes: z.int(),
    /** Milliseconds; at most 2 000 per call, ascending. */
    starts: z.array(z.int()).max(2000),
    /** Participants of parties: what whole units would each take? */
    partySizes: z.array(count).optional(),
    /** Also when the capacity of the option's departures last changed? */
    dated: z.boolean().optional(),
  }),
  output: z.object({
    /** Null where the option needs no resource. */
    parties: z
      .object({
        /** Participants that fit each departure empty, with what was expanded. */
        capacity: z.array(count),
        vacancies: z.array(count),
      })
      .nullable(),
    /** First-required first: free places of each at each departure. */
    resources: z.array(z.object({ resourceId: z.string(), vacancies: z.array(z.int()) })),
    /**
     * Whole units of the oldest requirement that each party would take; null without a requirement. Absent where
     * no parties are asked for.
     */
    unitsTaken: z.array(count.nullable()).optional(),
    /**
     * Milliseconds; absent where it is not asked for. Since then a linked resource may have had other numbers, or the
     * supplier's options other links. It never goes back. Expansions change with the bookings that make them.
     */
    capacityChangedAt: z.int().optional(),
    /** The last decision of each departure; absent where there is none of any. */
    runs: z.array(runs.nullable()).optional(),
  }),
  built: true,
});

/** A finding of doctor: a counter that differs from its recomputation. */
export const finding = z.object({
  kind: z.string(),
  id: z.string(),
  detail: z.string(),
});

/**
 * Internal: recomputes lines from claims, claims from bookings, over every tenant. Finds what still
 * differs when it is read again after the recovery window, if the request's deadline allows for it.
 */
export const examineCapacity = read("resourcesCapacity.examineCapacity", {
  input: emptyInput,
  output: z.object({ ledgers: count, claims: count, findings: z.array(finding) }),
});

/**
 * Internal: recounts one ledger of the caller's tenant from its claims while no command is decided
 * on it. With `mend`, sets it to what they come to and records it. Answers what differed.
 */
export const examineLedger = mutation("resourcesCapacity.examineLedger", {
  input: z.object({ supplierId: id, ledger: z.string(), mend: z.boolean() }),
  output: z.object({ findings: z.array(finding) }),
  refusals: ["SERVICE_UNAVAILABLE"],
  routedBy: "supplierId",
});

/**
 * Internal: mends what doctor has found, each by the guarded write that recovery would make, and
 * records it. Looks again first: what is sound by now is left alone. Answers what it has mended.
 */
export const repairCapacity = mutation("resourcesCapacity.repairCapacity", {
  input: z.object({ findings: z.array(finding) }),
  output: z.object({ repaired: z.array(finding) }),
});

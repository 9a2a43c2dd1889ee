/** The errors that answer refused bookings and changes. */
import {
  type Request,
  call,
  isRefusal,
  pointAtField,
  refusalOf,
  refuse,
  refuseFields,
} from "@slipway/broker";
import {
  type FieldErrorCode,
  type InputOf,
  type RefusalCode,
  type bookings,
  resourcesCapacity,
} from "@slipway/contracts";
import { isoOf } from "@slipway/departures";
import { type Booking, isRedeemed, shownStatus } from "../record/booking.ts";
import type { OptionFacts } from "./option-policy.ts";
import type { Evaluation, QuoteRefusal } from "./quote.ts";

type ResourceItems = InputOf<typeof bookings.createBooking>["resourceItems"];

/** The error of a refused request. Unknown resource ids come first, then refusals that only capacity knows. */
export async function answerRefusal(
  request: Request,
  { supplierId }: OptionFacts,
  { resourceItems }: { resourceItems: ResourceItems },
  evaluation: Extract<Evaluation, { refusal: QuoteRefusal }>,
): Promise<Error> {
  await requireResources(request, resourceItems);
  if (evaluation.resources === "come first")
    await call(request, resourcesCapacity.checkDemand, { supplierId, demand: evaluation.demand });
  return refusalNamed(evaluation);
}

/** Refuses a resource of another tenant with NOT_FOUND, which comes before RESOURCE_NOT_LINKED. */
export async function requireResources(
  request: Request,
  resourceItems: ResourceItems,
): Promise<void> {
  const ids = resourceItems.map(({ resourceId }) => resourceId);
  await Promise.all(
    [...new Set(ids)].map((id) =>
      pointAtField(
        `resourceItems/${ids.indexOf(id)}/resourceId`,
        call(request, resourcesCapacity.getResource, { id }),
      ),
    ),
  );
}

/** Asks capacity. RESOURCE_NOT_LINKED becomes NOT_FOUND where the tenant has no such resource. */
export async function knowingResources<Answer>(
  request: Request,
  resourceItems: ResourceItems,
  asked: Promise<Answer>,
): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (isRefusal(error, "RESOURCE_NOT_LINKED")) await requireResources(request, resourceItems);
    throw error;
  }
}

/** Whether capacity may have claimed the places although its answer is lost. */
export function isOutcomeUnknown(error: unknown): boolean {
  const code = refusalOf(error)?.code;
  if (code !== undefined) return code === "OUTCOME_UNKNOWN" || code === "DEADLINE_EXCEEDED";
  return (error as { type?: unknown } | null)?.type === "REQUEST_TIMEOUT";
}

/** The error of one body field that only the option or the booking shows to be invalid. */
export function refuseField(
  field: string,
  detail: string,
  code: FieldErrorCode = "INVALID_VALUE",
): Error {
  return refuseFields([{ in: "body", pointer: `#/${field}`, code, detail }]);
}

/** The error of a refusal; TOTAL_TOO_BIG names the field. */
export function refusalNamed({ refusal, nearest }: Refused): Error {
  if (refusal === "NOT_A_DEPARTURE") return refuse(refusal, { nearest: nearest?.map(isoOf) });
  if (refusal !== "TOTAL_TOO_BIG") return refuse(refusal);
  return refuse("VALIDATION_FAILED", {
    detail: "The total is too big",
    errors: [
      { in: "body", pointer: "#/unitItems", code: "TOO_BIG", detail: "the total must be < 2^53" },
    ],
  });
}

interface Refused {
  readonly refusal: QuoteRefusal;
  /** The nearest departures in milliseconds, for NOT_A_DEPARTURE. */
  readonly nearest?: readonly number[] | undefined;
}

/** The error of a booking that is not in the state, or not of the version, that a change needs. */
export function refuseChange(booking: Booking, refusal: RefusalCode, now: number): Error {
  if (refusal === "INVALID_STATE") {
    const bookingStatus = shownStatus(booking, now);
    const detail = "Tickets of the booking are redeemed";
    return refuse(refusal, {
      bookingStatus,
      ...(bookingStatus === "CONFIRMED" && isRedeemed(booking) && { detail }),
    });
  }
  if (refusal === "VERSION_CONFLICT")
    return refuse(refusal, { updatedAt: booking.updatedAt.toISOString() });
  return refuse(refusal);
}

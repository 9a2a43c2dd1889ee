/** Which departures a change may have touched. Pure. */
import { localTextOf } from "@slipway/departures";

/** The cause for which vacancies of departures may have changed. */
export type Touched =
  /** Places of these resources from `startAt` to `endAt`. */
  | {
      readonly by: "booking";
      readonly optionId: string;
      readonly startAt: string;
      readonly endAt: string;
      readonly resourceIds: readonly string[];
    }
  | {
      readonly by: "block";
      readonly productId: string;
      readonly startAt: string;
      readonly endAt: string;
    }
  /** Every departure of every option that needs it. */
  | { readonly by: "resource"; readonly resourceId: string }
  | { readonly by: "requirement"; readonly optionId: string };

/** A product that resellers now see differently. */
export type ChangedProduct =
  | { readonly productId: string; readonly supplierId?: string }
  | { readonly optionId: string };

/** A committed change, with the parts that channels may need. */
export interface Change {
  /** The id of the event: a repeated one changes nothing. */
  readonly id: string;
  readonly tenantId: string;
  readonly touched: readonly Touched[];
  /** A channel's booking: the channel, and the body that it is sent. */
  readonly booking: {
    readonly channelConnectionId: string;
    readonly bookingId: string;
    readonly supplierId: string;
    readonly body: string;
    /** The booking's name in OCTO, where OCTO shows it. */
    readonly octoUuid?: string;
  } | null;
  readonly products: readonly ChangedProduct[];
}

/** A change that waits for others of its tenant, to be sent with them. */
export interface GatheredChange extends Omit<Change, "booking"> {
  readonly dueAt: Date;
}

/** A span of starts in milliseconds, both ends included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Channels are notified of departures so far ahead. */
const horizonMs = 400 * dayMs;
/** Reading what lies between costs less than asking twice. */
const gapMs = 7 * dayMs;

/** The time for which a departure occupies its resources. */
export function occupiedMs(durationMinutes: number): number {
  return Math.max(1, durationMinutes) * minuteMs;
}

/** Minutes for which a departure occupies a resource before and after its run. */
interface Margins {
  readonly prepareMinutes: number;
  readonly turnaroundMinutes: number;
}

const none: Margins = { prepareMinutes: 0, turnaroundMinutes: 0 };

/** Starts from now on that a channel is notified of. */
export function spanAhead(now: number): Span {
  return { from: now, to: now + horizonMs };
}

/**
 * Starts of an option that share an instant with a booked departure. That occupies its resources as it was sold.
 * @param own for how long a departure of the option lasts today.
 * @param margins of the shared resource.
 */
export function startsBeside(
  { startAt, endAt }: Pick<Extract<Touched, { by: "booking" }>, "startAt" | "endAt">,
  own: number,
  { prepareMinutes, turnaroundMinutes }: Margins = none,
): Span {
  const from = Date.parse(startAt) - own - turnaroundMinutes * minuteMs + 1;
  return { from, to: Date.parse(endAt) + prepareMinutes * minuteMs - 1 };
}

export function startsWithin({ startAt, endAt }: Extract<Touched, { by: "block" }>): Span {
  return { from: Date.parse(startAt), to: Date.parse(endAt) - 1 };
}

export function within(span: Span, bounds: Span): Span | null {
  const cut = { from: Math.max(span.from, bounds.from), to: Math.min(span.to, bounds.to) };
  return cut.from <= cut.to ? cut : null;
}

/** Few spans that cover all of these, ascending, to be read one after the other. */
export function readingsOf(spans: readonly Span[]): Span[] {
  const readings: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = readings.at(-1);
    if (last && span.from <= last.to + gapMs)
      readings[readings.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else readings.push(span);
  }
  return readings;
}

export function covers(spans: readonly Span[], start: number): boolean {
  return spans.some(({ from, to }) => from <= start && start <= to);
}

/** The local days of the first and the last start of an ascending list, both included; null where it is empty. */
export function datesOf(
  starts: readonly Date[],
  zone: string,
): { localDateStart: string; localDateEnd: string } | null {
  const [first, last] = [starts.at(0), starts.at(-1)];
  if (!first || !last) return null;
  const dateOf = (start: Date): string => localTextOf(zone, start.getTime()).slice(0, 10);
  return { localDateStart: dateOf(first), localDateEnd: dateOf(last) };
}

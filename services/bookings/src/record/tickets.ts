/** The tickets of a booking: one for each unit of its lines. Pure: uuids and codes are arguments. */
import assert from "node:assert";
import * as contracts from "@slipway/contracts";
import { digits } from "./reference.ts";

/** A booking with tickets has at most so many units. */
export const { ticketsMax } = contracts.tickets;

export interface Ticket {
  uuid: string;
  unitId: string;
  /** Unique in the tenant: the unique index decides. */
  code: string;
  resellerReference: string | null;
  /** Free JSON as text. */
  contact: string | null;
}

type FreeJson = Readonly<Record<string, unknown>>;

export interface WantedTicket {
  readonly uuid?: string | undefined;
  readonly unitId: string;
  readonly resellerReference?: string | null | undefined;
  readonly contact?: FreeJson | undefined;
}

export type TicketNames = Pick<Ticket, "uuid" | "code">;

interface Line {
  readonly unitId: string;
  readonly quantity: number;
}

const codeLength = 12;

/** The code of 60 random bits: of the last 15 digits of a UUID, which has no fixed bits there but two. */
export function ticketCodeOf(uuid: string): string {
  const hex = uuid.replaceAll("-", "");
  // The digits 12 and 16 say the version and the variant.
  let rest = BigInt(`0x${hex.slice(0, 3)}${hex.slice(20)}`);
  let code = "";
  for (let index = 0; index < codeLength; index++) {
    code += digits.charAt(Number(rest % 32n));
    rest /= 32n;
  }
  return code;
}

/**
 * The tickets after a request that lists all of them. A list of the same units keeps the names in their places, so
 * that a repeat of the list keeps their codes. In any other list a ticket stays where its uuid is named; each other
 * one is new. A ticket that is listed without a uuid is another traveller: it keeps the names of the one in its place
 * and nothing else.
 */
export function ticketsAfter(
  present: readonly Ticket[],
  wanted: readonly WantedTicket[],
  names: readonly TicketNames[],
): Ticket[] {
  const isRepeat =
    present.length === wanted.length && wanted.every((each, at) => isOf(each, present[at]));
  return wanted.map((each, at) => {
    if (isRepeat && each.uuid === undefined) return ticketOf(each, undefined, present[at]);
    const kept = present.find(({ uuid }) => uuid === each.uuid);
    return ticketOf(each, kept, names[at]);
  });
}

function isOf({ uuid, unitId }: WantedTicket, ticket: Ticket | undefined): boolean {
  return ticket?.unitId === unitId && (uuid === undefined || uuid === ticket.uuid);
}

function ticketOf(
  { uuid, unitId, resellerReference, contact }: WantedTicket,
  kept: Ticket | undefined,
  names: TicketNames | undefined,
): Ticket {
  assert(names, "names for every ticket");
  return {
    uuid: kept?.uuid ?? uuid ?? names.uuid,
    unitId,
    code: kept?.code ?? names.code,
    resellerReference:
      resellerReference === undefined ? (kept?.resellerReference ?? null) : resellerReference,
    contact: mergedText(kept?.contact ?? null, contact),
  };
}

/**
 * The tickets after a change of the lines alone: of each unit those that were redeemed stay, then the first ones, and what is
 * missing is new.
 */
export function ticketsOfLines(
  present: readonly Ticket[],
  lines: readonly Line[],
  { names, hasCome }: { names: readonly TicketNames[]; hasCome: (ticket: Ticket) => boolean },
): Ticket[] {
  const left = new Map(lines.map(({ unitId, quantity }) => [unitId, quantity]));
  const staying = present
    .toSorted((one, other) => Number(hasCome(other)) - Number(hasCome(one)))
    .filter(({ unitId }) => {
      const quantity = left.get(unitId) ?? 0;
      if (quantity > 0) left.set(unitId, quantity - 1);
      return quantity > 0;
    });
  const kept = present.filter((ticket) => staying.includes(ticket));
  const added = [...left].flatMap(([unitId, quantity]) =>
    Array.from({ length: quantity }, () => ({ unitId })),
  );
  return [...kept, ...added.map((each, at) => ticketOf(each, undefined, names[at]))];
}

/** The lines of tickets, per unit in the order of their first tickets. */
export function linesOf(tickets: readonly Pick<Ticket, "unitId">[]): Line[] {
  const quantities = new Map<string, number>();
  for (const { unitId } of tickets) quantities.set(unitId, (quantities.get(unitId) ?? 0) + 1);
  return [...quantities].map(([unitId, quantity]) => ({ unitId, quantity }));
}

/** Whether there is one ticket for each unit of the lines, and no other. */
export function fitsLines(
  tickets: readonly Pick<Ticket, "unitId">[],
  lines: readonly Line[],
): boolean {
  return hasSameUnits(linesOf(tickets), lines);
}

/** Whether lines have the same units, as often, in whatever order. */
export function hasSameUnits(some: readonly Line[], others: readonly Line[]): boolean {
  return unitsText(some) === unitsText(others);
}

function unitsText(lines: readonly Line[]): string {
  return lines
    .map(({ unitId, quantity }) => `${quantity} ${unitId}`)
    .toSorted()
    .join("|");
}

/** Impossible: tickets that are not the lines', or two tickets of one name. */
export function requireFit(tickets: readonly Ticket[], lines: readonly Line[]): void {
  if (tickets.length === 0) return;
  assert(fitsLines(tickets, lines), "a ticket for each unit of the lines");
  for (const name of ["uuid", "code"] as const)
    assert(
      new Set(tickets.map((each) => each[name])).size === tickets.length,
      `one ticket of a ${name}`,
    );
}

/** Free JSON with the members that are sent in place of its own; null removes a member. */
export function mergedText(present: string | null, sent: FreeJson | undefined): string | null {
  if (sent === undefined) return present;
  const before = present === null ? {} : (JSON.parse(present) as FreeJson);
  const members = Object.entries({ ...before, ...sent }).filter(([, value]) => value !== null);
  return members.length === 0 ? null : JSON.stringify(Object.fromEntries(members));
}

interface Requested {
  /** Absent of a gateway that does not say it. */
  readonly productId?: string | undefined;
  readonly optionId: string;
  readonly startAt: string;
  readonly tickets: readonly WantedTicket[];
}

/** The first request of an external id, by which a repeat is known. */
export interface FirstRequest {
  /** Its option, its start and its units as text. Releases side by side compare it, so it never changes its form. */
  readonly requested?: string;
  /** Absent where the gateway or the service that made the booking did not keep it. */
  readonly requestedProductId?: string;
}

export function firstRequestOf({ productId, optionId, startAt, tickets }: Requested): FirstRequest {
  const requested = `${optionId}|${startAt}|${unitsText(linesOf(tickets))}`;
  return { requested, ...(productId !== undefined && { requestedProductId: productId }) };
}

/** Whether a request asks for what the first one has asked for. Products are compared where both name theirs. */
export function isRepeatOf(first: FirstRequest, request: Requested): boolean {
  const { requested, requestedProductId } = firstRequestOf(request);
  const productId = first.requestedProductId ?? requestedProductId;
  return first.requested === requested && (requestedProductId ?? productId) === productId;
}

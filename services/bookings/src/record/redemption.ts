/** Which tickets a booking has, and which of them were redeemed at check-in. Pure: codes are made by hash-ticket.ts. */
import { digits } from "./reference.ts";
import { type Ticket, ticketsMax } from "./tickets.ts";

/** A ticket that was redeemed, stored in its booking. */
export interface Redemption {
  /** The key of its place (see `Place`). */
  ticket: string;
  at: Date;
  /** The scanner, else the key or the user. */
  by: string | null;
}

interface Item {
  readonly id: string;
  readonly unitId: string;
  readonly quantity: number;
}

export interface Place {
  /** Names it within its booking for good: its line and its number there, or the uuid of a channel's ticket. */
  readonly key: string;
  /** Its number within its line, from 1; 0 where it admits the whole booking. */
  readonly number: number;
  /** Null: it admits the whole booking. */
  readonly item: Item | null;
  /** The code of a channel's ticket; the other codes are derived. */
  readonly code?: string;
}

/** The fields of a booking that its tickets follow from. */
export interface TicketSource {
  readonly unitItems: readonly Item[];
  readonly tickets: readonly Pick<Ticket, "uuid" | "unitId" | "code">[];
  readonly redemptions?: readonly Redemption[];
}

const whole: Place = { key: "all", number: 0, item: null };

/** The tickets of a booking: a channel's own, else one for each item, else one for all. */
export function placesOf({ unitItems, tickets, redemptions = [] }: TicketSource): Place[] {
  if (tickets.length > 0)
    return tickets.map(({ uuid, unitId, code }, at) => {
      const item = unitItems.find((each) => each.unitId === unitId) ?? null;
      return { key: uuid, number: at + 1, item, code };
    });
  const quantity = unitItems.reduce((sum, each) => sum + each.quantity, 0);
  if (quantity > ticketsMax) return [whole];
  return unitItems.flatMap((item) =>
    numbersOf(item, redemptions).map((number) => placeOf(item, number)),
  );
}

/** The ticket of a number of a line, whether the booking has it now or has dropped it. */
export function placeOf(item: Item, number: number): Place {
  return { key: `${item.id}:${number}`, number, item };
}

/** The numbers of a line's tickets: where it became smaller, those that were redeemed stay, and the lowest of the others. */
function numbersOf({ id, quantity }: Item, redemptions: readonly Redemption[]): number[] {
  const come = redemptions
    .map(({ ticket }) => ticket.split(":"))
    .flatMap(([line, number]) => (line === id ? Number(number) : []))
    .toSorted((a, b) => a - b);
  const numbers = new Set(come.slice(0, quantity));
  for (let number = 1; numbers.size < quantity; number++) numbers.add(number);
  return [...numbers].toSorted((a, b) => a - b);
}

/** Why a change of these fields is refused: a redeemed ticket would be none of the booking's any more. Null: none is lost. */
export function lossOfRedeemed(booking: TicketSource, set: Partial<TicketSource>): string | null {
  const after = { ...booking, ...set };
  if ((redeemedOf(after)?.count ?? 0) >= (redeemedOf(booking)?.count ?? 0)) return null;
  const isCrossing = placesOf(booking).includes(whole) !== placesOf(after).includes(whole);
  const why = isCrossing ? `, and a party of more than ${ticketsMax} has one ticket for all` : "";
  return `Tickets of the booking are redeemed${why}`;
}

/** The redemption of a ticket, if it was redeemed. */
export function redemptionOf(
  { redemptions = [] }: Pick<TicketSource, "redemptions">,
  { key }: Pick<Place, "key">,
): Redemption | undefined {
  return redemptions.find(({ ticket }) => ticket === key);
}

/** How many of the tickets that it has now were redeemed, of how many; null while none was. A dropped ticket counts no more. */
export function redeemedOf(
  booking: TicketSource,
): { count: number; of: number; lastAt: string } | null {
  const places = placesOf(booking);
  const found = places.flatMap((place) => redemptionOf(booking, place) ?? []);
  if (found.length === 0) return null;
  const lastAt = new Date(Math.max(...found.map(({ at }) => at.getTime()))).toISOString();
  return { count: found.length, of: places.length, lastAt };
}

interface Counted {
  readonly unitItemId: string;
  readonly quantity: number;
}

/** The fault of a list of lines and how many of each have come. */
interface ItemFault {
  /** Its place in the request's body. */
  readonly field: string;
  readonly detail: string;
}

/** The tickets that are redeemed after so many of these lines have come, but for those that are; all without lines. */
export function placesToRedeem(
  booking: TicketSource,
  items: readonly Counted[] | undefined,
): readonly Place[] | ItemFault {
  const places = placesOf(booking);
  const left = places.filter((place) => !redemptionOf(booking, place));
  if (items === undefined) return left;
  if (places.some(({ item }) => item === null))
    return {
      field: "items",
      detail: `a booking of more than ${ticketsMax} items is redeemed whole`,
    };
  const chosen = new Map<string, Place>();
  for (const [at, { unitItemId, quantity }] of items.entries()) {
    const ofLine = ({ item }: Place): boolean => item?.id === unitItemId;
    const all = places.filter(ofLine);
    if (all.length === 0)
      return { field: `items/${at}/unitItemId`, detail: "names no line of the booking" };
    if (quantity > all.length)
      return { field: `items/${at}/quantity`, detail: `must be at most ${all.length}` };
    const open = left.filter(ofLine);
    const come = all.length - open.length;
    for (const place of open.slice(0, Math.max(0, quantity - come))) chosen.set(place.key, place);
  }
  return [...chosen.values()];
}

/** The lengths of a channel's code, and of a derived one: reference, number, check. */
const lengths = { channel: 12, reference: 8, number: 2, check: 6 } as const;
const derivedLength = lengths.reference + lengths.number + lengths.check;

const typedCode = new RegExp(`^[${digits}OIL]+$`, "i");

/** How a code is looked up: by the booking's reference, or as a channel's code. */
export type WantedCode =
  | { readonly code: string; readonly reference: string; readonly number: number }
  | { readonly code: string; readonly reference?: undefined };

/** The code that a text is, read as people type it (see reference.ts); undefined if it is none. */
export function codeIn(text: string): WantedCode | undefined {
  const typed = text.replaceAll(/[\s-]/g, "");
  if (!typedCode.test(typed)) return undefined;
  const code = typed.toUpperCase().replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  if (code.length === lengths.channel) return { code };
  if (code.length !== derivedLength) return undefined;
  const { reference } = lengths;
  const [tens, ones] = [0, 1].map((at) => digits.indexOf(code.charAt(reference + at)));
  return { code, reference: code.slice(0, reference), number: (tens ?? 0) * 32 + (ones ?? 0) };
}

/** A code of its parts; the check is a hash, of which 30 bits count. */
export function codeOf(reference: string, number: number, check: number): string {
  return reference + textOf(number, lengths.number) + textOf(check % 2 ** 30, lengths.check);
}

function textOf(value: number, length: number): string {
  let rest = value;
  let text = "";
  for (let index = 0; index < length; index++) {
    text = digits.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

const dayMs = 86_400_000;
/** A scanner's clock may be ahead of ours by so much. */
const aheadMs = 300_000;

/** Whether a scanner's own time is one that check-in takes: within so many days back. */
export function isScanTime(at: number, now: number, daysMax: number): boolean {
  return at >= now - daysMax * dayMs && at <= now + aheadMs;
}

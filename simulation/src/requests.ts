/** How clients send orders and commands on bookings, and report the answers to the oracle. */
import { type Request, call } from "@slipway/broker";
import { type InputOf, type OutputOf, bookings } from "@slipway/contracts";
import { type Clients, type Known, attempt, learn, pickKnown } from "./clients.ts";
import type { Departure } from "./fixture.ts";
import type { Kind } from "./plan.ts";

type CreateInput = InputOf<typeof bookings.createBooking>;
type Booking = OutputOf<typeof bookings.getBooking>;

/** Sends an order, sometimes twice with one key. */
export async function create(clients: Clients, kind: Kind, input: CreateInput): Promise<void> {
  clients.keys++;
  if (input.idempotencyKey !== undefined) clients.sent.push(input);
  const isTwice = input.idempotencyKey !== undefined && clients.random.is(0.25);
  await Promise.all([
    send(clients, kind, input),
    ...(isTwice ? [send(clients, "duplicate", input)] : []),
  ]);
}

/** Sends an order once. */
export async function send(clients: Clients, kind: Kind, input: CreateInput): Promise<void> {
  const order = clients.oracle.ordered(input);
  const answer = await attempt(clients, kind, (request) =>
    call(request, bookings.createBooking, input),
  );
  clients.oracle.orderAnswered(order, answer);
  if (answer && "booking" in answer) learn(clients, answer.booking);
}

/** A question about a booking that a client knows. */
export type Ask = (request: Request, booking: Known) => Promise<Booking>;

/** Asks about a booking that is drawn; sometimes twice at once, so that one finds it done. */
export async function onBooking(clients: Clients, kind: Kind, ask: Ask): Promise<void> {
  const one = pickKnown(clients, kind);
  if (!one) return;
  const once = (): Promise<void> => askAbout(clients, kind, { one, ask });
  await Promise.all(clients.random.is(0.3) ? [once(), once()] : [once()]);
}

/** @param target the departure to which the booking is to move, if that is of another option. */
export async function askAbout(
  clients: Clients,
  kind: Kind,
  { one, ask, target }: { one: Known; ask: Ask; target?: Departure | undefined },
): Promise<void> {
  const { oracle } = clients;
  const token = byToken.has(kind) ? one.updatedAt : undefined;
  const question = oracle.asked(kind, one.id, { token, target });
  const answer = await attempt(clients, kind, (request) => ask(request, one));
  oracle.askedAnswered(question, answer);
  if (answer && "id" in answer) learn(clients, answer);
  else if (!answer && isRebooking(kind)) one.isUnclear = true;
}

const byToken: ReadonlySet<Kind> = new Set(["replace", "changeOption", "details"]);

function isRebooking(kind: Kind): boolean {
  return kind === "replace" || kind === "changeOption";
}

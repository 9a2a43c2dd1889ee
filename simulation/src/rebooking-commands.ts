/** The commands by which a booking gets other places: of its own option or of another one. */
import { type Request, call } from "@slipway/broker";
import { type OutputOf, bookings } from "@slipway/contracts";
import { type Ask, askAbout, create } from "./requests.ts";
import { type Clients, type Known, pickKnown } from "./clients.ts";
import { type Departure, type Option, departures, departuresOf, optionOf } from "./fixture.ts";
import { orderOf, priced } from "./orders.ts";
import type { Kind } from "./plan.ts";
import { Violation } from "./violation.ts";

type Booking = OutputOf<typeof bookings.getBooking>;

/** A rebooking as it is drawn: how it is asked for and, if it moves to another option, where to. */
interface Rebooking {
  readonly ask: Ask;
  readonly target?: Departure;
}

interface Draws {
  readonly draw: (one: Known, option: Option) => Rebooking;
  /** The share of holds among the bookings that are picked; many have ended when they are changed. */
  readonly share: number;
}

/** Other places, another departure, or only other participants. */
export function replace(clients: Clients, kind: Kind): Promise<void> {
  const draw: Draws["draw"] = (one, option) => {
    const input = { ...tokenOf(one), ...changeOf(clients, option) };
    return { ask: (request) => call(request, bookings.updateBooking, input) };
  };
  return rebook(clients, kind, { draw, share: 0.5 });
}

/** Another option of the supplier. Mostly where the old departure and the new one meet. */
export function changeOption(clients: Clients, kind: Kind): Promise<void> {
  const draw: Draws["draw"] = (one, option) => {
    const target = targetFor(clients, one, option);
    const { startAt } = target;
    const { id: optionId } = target.option;
    const { unitItems } = priced(target.option, clients.random.from(1, 3));
    const input = { ...tokenOf(one), optionId, startAt, unitItems };
    const ask = async (request: Request): Promise<Booking> => {
      const changed = await call(request, bookings.updateBooking, input);
      if (changed.optionId !== optionId || changed.startAt !== startAt)
        throw new Violation("I2", `${one.id} was answered without its new departure`);
      return changed;
    };
    return { ask, target };
  };
  return rebook(clients, kind, { draw, share: 0.2 });
}

function tokenOf({ id, updatedAt }: Known): { id: string; expectedUpdatedAt: string } {
  return { id, expectedUpdatedAt: updatedAt };
}

function targetFor({ random, plan }: Clients, one: Known, { id, supplierId }: Option): Departure {
  // A confirmed booking is refused where approval is needed.
  const isRefused = one.status === "CONFIRMED" && random.is(0.8);
  const isOther = ({ option }: Departure): boolean =>
    option.supplierId === supplierId && option.id !== id && !(isRefused && option.needsApproval);
  const others = departures.filter(isOther);
  const near = others.filter(({ startAt }) => startAt === one.startAt);
  const liked = plan.favourites.filter(isOther);
  const drawn = random.next();
  if (drawn < 0.5 && near.length > 0) return random.pick(near);
  return random.pick(drawn < 0.8 && liked.length > 0 ? liked : others);
}

/** Rebooks one booking, sometimes twice with one token. */
async function rebook(clients: Clients, kind: Kind, { draw, share }: Draws): Promise<void> {
  // Often holds: whatever their changes leave behind ends by itself.
  const one = pickKnown(clients, clients.random.is(share) ? "extend" : kind);
  const option = optionOf(one?.optionId ?? "");
  if (!one || !option) return;
  const { random, oracle } = clients;
  const token = one.updatedAt;
  const once = (): Promise<void> => {
    const { ask, ...where } = draw(one, option);
    const replaced: Ask = async (request, known) => {
      const changed = await ask(request, known);
      oracle.replaced(one.id, token);
      return changed;
    };
    return askAbout(clients, kind, { one, ask: replaced, ...where });
  };
  await Promise.all(random.is(0.2) ? [once(), once()] : [once()]);
  // The outcome of the change is unknown, but the hold is to stay.
  const end = one.ends.at(-1) ?? 0;
  if (one.isUnclear && one.status === "ON_HOLD" && random.is(0.9)) {
    await keep(clients, one, random.pick(["confirm", "extend"]));
    if (random.is(0.8)) await compete(clients, { option, startAt: one.startAt }, end);
  }
}

/** Other clients come when the hold would have ended, and want more places than there are. */
async function compete(
  clients: Clients,
  { option, startAt }: Departure,
  end: number,
): Promise<void> {
  await new Promise((resume) =>
    setTimeout(resume, end - Date.now() + clients.random.from(0, 4_000)),
  );
  for (let order = 0; order < 3; order++) {
    const here = { optionId: option.id, startAt, ...priced(option, 2) };
    await create(clients, "create", { ...orderOf(clients, "CONFIRMED"), ...here });
  }
}

function keep(clients: Clients, one: Known, kind: "confirm" | "extend"): Promise<void> {
  const { id } = one;
  const ask: Ask = (request) =>
    kind === "confirm"
      ? call(request, bookings.confirmBooking, { id })
      : call(request, bookings.extendBooking, { id, expirationMinutes: 3 });
  return askAbout(clients, kind, { one, ask });
}

function changeOf({ random, plan }: Clients, option: Option): object {
  const unitId = `${option.id}-adult`;
  const units = { unitItems: [{ unitId, quantity: random.from(1, 4) }] };
  const own = plan.favourites.filter((each) => each.option === option);
  const favourite = own.length > 0 && random.is(0.5) ? random.pick(own).startAt : undefined;
  const start = { startAt: favourite ?? random.pick(departuresOf(option)) };
  const drawn = random.next();
  if (drawn < 0.1) return { participants: { note: String(random.below(1_000)) } };
  if (drawn < 0.5) return units;
  return drawn < 0.85 ? start : { ...units, ...start };
}

/** Draws what clients order. */
import type { InputOf, bookings } from "@slipway/contracts";
import { type Clients, isNear } from "./clients.ts";
import { notesOf } from "./details-commands.ts";
import { type Departure, type Option, departures } from "./fixture.ts";

type CreateInput = InputOf<typeof bookings.createBooking>;

const unitPrice = 1_000;

export function orderOf(clients: Clients, status: "ON_HOLD" | "CONFIRMED"): CreateInput {
  const { random, keys } = clients;
  const { option, startAt } = drawDeparture(clients);
  const isPrivate = option.pricingPer === "RESOURCE";
  const needsApproval = option.needsApproval && status === "CONFIRMED";
  return {
    optionId: option.id,
    // Now and then there is no such departure.
    startAt: random.is(0.08) ? nowhere : startAt,
    unitItems: [{ unitId: `${option.id}-adult`, quantity: random.from(1, isPrivate ? 4 : 3) }],
    resourceItems: [],
    retailPrices: { [`${option.id}-adult`]: unitPrice },
    // Without a status the option decides.
    ...(needsApproval ? {} : { status }),
    ...(random.is(0.5) ? { idempotencyKey: `key-${keys}` } : {}),
    ...notesOf(random),
    expandCapacity: false,
    backdated: Date.parse(startAt) < Date.now(),
  };
}

export function priced(
  { id }: Option,
  quantity: number,
): Pick<CreateInput, "unitItems" | "retailPrices"> {
  const unitId = `${id}-adult`;
  return { unitItems: [{ unitId, quantity }], retailPrices: { [unitId]: unitPrice } };
}

export const nowhere = "2027-05-02T12:34:00.000Z";

/** Draws a favourite departure, one of an unclear booking or an ending hold, or any. */
export function drawDeparture({ random, known, plan }: Clients): Departure {
  const open = known.filter((one) => isNear(one) || one.isUnclear);
  const hot = open.length > 0 && random.is(0.4) ? random.pick(open) : undefined;
  const found = departures.find(
    ({ option, startAt }) => option.id === hot?.optionId && startAt === hot.startAt,
  );
  return found ?? random.pick(random.is(0.5) ? plan.favourites : departures);
}

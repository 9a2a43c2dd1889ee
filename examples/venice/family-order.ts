/** A family books a boat and a ferry in one order; and the first parties of the shown day are at the pier. */
import type { Booking, Order, Slipway } from "@slipway/client";
import { sellOrder } from "../order/sell-order.ts";
import type { OptionOnSale } from "./load-operator.ts";
import { type Making, departuresOf, optionOf } from "./make-bookings.ts";

const customer = {
  firstName: "Marta",
  lastName: "Zanon",
  email: "marta.zanon@guest.example",
  phone: "+39 041 555 0168",
};

/** Undefined: on no day both have places. Repeatable by the label. */
export async function sellToFamily({ slipway, ...making }: Making): Promise<Order | undefined> {
  const boat = optionOf(making, "Sunset Cruise");
  const ferry = optionOf(making, "Lido Ferry");
  const key = `${making.label}-family`;
  const crossings = departuresOf(making, ferry, 0);
  for (const { startAt } of departuresOf(making, boat, 0)) {
    const crossing = crossings.find((each) => dayOf(each) === dayOf({ startAt }));
    if (!crossing) continue;
    const sales = [
      saleOf(boat, startAt, { Adult: 2, "Youth (6-17)": 2 }),
      saleOf(ferry, crossing.startAt, { "Family of four": 1 }),
    ];
    const { retail } = await slipway.orders.quote({ items: sales });
    // A repeat finds its order by the key, whatever is free by now.
    if (retail !== null) return sellOrder(slipway, { customer, sales, key });
  }
  return undefined;
}

const dayOf = ({ startAt }: { readonly startAt: string }): string => startAt.slice(0, 10);

function saleOf({ id, unitIds }: OptionOnSale, startAt: string, party: Record<string, number>) {
  const unitItems = Object.entries(party).map(([unit, quantity]) => ({
    unitId: unitIds[unit] ?? "",
    quantity,
  }));
  return { optionId: id, startAt, unitItems };
}

const partiesMax = 5;

interface Pier {
  readonly slipway: Slipway;
  readonly supplierId: string;
  /** YYYY-MM-DD */
  readonly day: string;
}

/** Checks the first parties of a day in; of the last of them only one has come so far. Repeatable. */
export async function checkIn({ slipway, supplierId, day }: Pier): Promise<readonly Booking[]> {
  const [from, to] = [`${day}T00:00:00+02:00`, `${day}T23:59:59+02:00`];
  const query = { supplierId, from, to, status: "CONFIRMED", sort: "startAt" } as const;
  const { items } = await slipway.bookings.list({ ...query, limit: partiesMax, offset: 0 });
  return Promise.all(
    items.map(({ id, unitItems: [line] }, index) => {
      const isPart = index === items.length - 1 && line !== undefined;
      const part = isPart && { items: [{ unitItemId: line.id, quantity: 1 }] };
      return slipway.bookings.redeem(id, { device: "Fondamente Nove", ...part });
    }),
  );
}

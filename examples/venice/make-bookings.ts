/** A hundred bookings of mixed kinds, each with a key of its own: a second run makes no more. */
import {
  type AvailabilityEntry,
  type Booking,
  type BookingStatus,
  type CreateBookingRequest,
  type Slipway,
  isProblem,
} from "@slipway/client";
import { isUnsettled } from "../connect.ts";
import { guestOf } from "./guests.ts";
import type { OptionOnSale, Operator } from "./load-operator.ts";

interface Plan {
  product: string;
  /** Units by name. */
  travellers: Record<string, number>;
  ends: "CONFIRMED" | "ON_HOLD" | "PENDING" | "CANCELLED" | "REJECTED";
}

/** With a family's order of two and the group that fills a boat they are a hundred. */
const plansMax = 97;
const summerOffsetMs = 2 * 3_600_000;

/** The kinds come round in a fixed order, so every run means the same hundred bookings. */
const kinds: readonly Plan[] = [
  { product: "Lido Ferry", travellers: { Adult: 2, "Child (4-12)": 1 }, ends: "CONFIRMED" },
  {
    product: "Lido Ferry",
    travellers: { "Family of four": 1, "Infant (0-3)": 1 },
    ends: "CONFIRMED",
  },
  { product: "Sunset Cruise", travellers: { Adult: 2 }, ends: "CONFIRMED" },
  { product: "Lagoon Kayak Tour", travellers: { Paddler: 2, Student: 1 }, ends: "CONFIRMED" },
  { product: "Lido Ferry", travellers: { Adult: 1 }, ends: "CANCELLED" },
  { product: "Private Charter", travellers: { Guest: 6 }, ends: "PENDING" },
  { product: "Lido Ferry", travellers: { Adult: 4 }, ends: "CONFIRMED" },
  { product: "Sunset Cruise", travellers: { Adult: 2, "Youth (6-17)": 2 }, ends: "ON_HOLD" },
  { product: "Arsenale Group Visit", travellers: { Visitor: 6, Senior: 3 }, ends: "CONFIRMED" },
  { product: "Lagoon Kayak Tour", travellers: { Paddler: 5 }, ends: "CONFIRMED" },
  { product: "Lido Ferry", travellers: { Adult: 2, "Infant (0-3)": 1 }, ends: "CONFIRMED" },
  { product: "Private Charter", travellers: { Guest: 4 }, ends: "CONFIRMED" },
  { product: "Sunset Cruise", travellers: { Adult: 3 }, ends: "CANCELLED" },
  { product: "Lido Ferry", travellers: { "Family of four": 2 }, ends: "CONFIRMED" },
  { product: "Lagoon Kayak Tour", travellers: { Student: 4 }, ends: "ON_HOLD" },
  { product: "Private Charter", travellers: { Guest: 8 }, ends: "REJECTED" },
  { product: "Arsenale Group Visit", travellers: { Visitor: 12 }, ends: "CONFIRMED" },
  { product: "Lido Ferry", travellers: { Adult: 6, "Child (4-12)": 2 }, ends: "CONFIRMED" },
];

export interface Making {
  slipway: Slipway;
  operator: Operator;
  /** By option id. */
  departures: ReadonlyMap<string, readonly AvailabilityEntry[]>;
  /** YYYY-MM-DD. Many bookings are made on this day, as far as it has room. */
  showDay: string;
  /** Begins every idempotencyKey: the same label means the same hundred bookings. */
  label: string;
  /** Called with every booking that was answered, as soon as it was. */
  booked: (booking: Booking) => void;
}

/** Makes the bookings and brings each to its planned status. Repeatable by label. */
export async function makeBookings(making: Making): Promise<void> {
  for (let index = 0; index < plansMax; index++) {
    const plan = kinds[index % kinds.length] as Plan;
    const booking = await book(making, plan, index);
    if (!booking) continue;
    making.booked(booking);
    await bringTo(making.slipway, booking, plan.ends);
  }
}

/** A rowing club takes all that is left of the evening's boat. */
export async function fillBoat({ slipway, ...making }: Making): Promise<void> {
  const option = optionOf(making, "Sunset Cruise");
  const evening = departuresOf(making, option, 0)[0];
  if (!evening) return;
  const { startAt } = evening;
  const [departure] = await slipway.availability.list({
    optionId: option.id,
    from: startAt,
    to: startAt,
  });
  const quantity = departure?.vacancies ?? 0;
  // A repeat finds it full.
  if (quantity === 0) return;
  const customer = { name: "Reale Società Canottieri", email: "remi@canottieri.example" };
  const booking = await slipway.bookings.create(
    {
      optionId: option.id,
      startAt,
      unitItems: [{ unitId: option.unitIds["Adult"] ?? "", quantity }],
      customer,
      notes: "The club’s summer evening: one invoice, no children",
    },
    { idempotencyKey: `${making.label}-club` },
  );
  making.booked(booking);
}

export function optionOf({ operator }: Pick<Making, "operator">, product: string): OptionOnSale {
  const option = operator.options.find(({ productName }) => productName === product);
  if (!option) throw new Error(`${product} was not loaded`);
  return option;
}

/** Departures in the order in which a booking tries them: two of five begin with the day that is shown. */
export function departuresOf(
  { departures, showDay }: Pick<Making, "departures" | "showDay">,
  { id }: OptionOnSale,
  index: number,
): AvailabilityEntry[] {
  const all = departures.get(id) ?? [];
  const isShown = ({ startAt }: AvailabilityEntry): boolean =>
    new Date(Date.parse(startAt) + summerOffsetMs).toISOString().startsWith(showDay);
  const shown = index % 5 < 2 ? all.filter(isShown) : [];
  return [...fromPlace(shown, index * 7), ...fromPlace(all, index * 7)];
}

/** The list from a place on, and then what stands before it. */
function fromPlace<Item>(list: readonly Item[], place: number): Item[] {
  const first = place % Math.max(1, list.length);
  return [...list.slice(first), ...list.slice(0, first)];
}

/**
 * Tries one departure after another until one has room; undefined when none has. The key makes a
 * repeat find its booking.
 */
async function book(making: Making, plan: Plan, index: number): Promise<Booking | undefined> {
  const { slipway, label } = making;
  const option = optionOf(making, plan.product);
  for (const { startAt } of departuresOf(making, option, index)) {
    const body = bookingBody(plan, option, index);
    const idempotencyKey = `${label}-${String(index).padStart(3, "0")}`;
    try {
      return await slipway.bookings.create({ ...body, startAt }, { idempotencyKey });
    } catch (error) {
      if (!isProblem(error) || error.status !== 409) throw error;
    }
  }
  return undefined;
}

function bookingBody(plan: Plan, option: OptionOnSale, index: number): CreateBookingRequest {
  return {
    ...guestOf(index),
    optionId: option.id,
    unitItems: Object.entries(plan.travellers).map(([unit, quantity]) => ({
      unitId: option.unitIds[unit] ?? unit,
      quantity,
    })),
    // Some are held first and confirmed in a second step.
    ...(plan.ends === "ON_HOLD" || index % 9 === 2 ? { status: "ON_HOLD" } : {}),
  };
}

type Step = "confirm" | "approve" | "reject" | "cancel";

/** The next step from a status towards the planned one; null: there, or nowhere further to go. */
function nextStep(status: BookingStatus, ends: Plan["ends"]): Step | null {
  if (status === ends) return null;
  if (status === "ON_HOLD") return "confirm";
  if (ends === "CANCELLED" && (status === "CONFIRMED" || status === "PENDING")) return "cancel";
  if (ends === "REJECTED" && status === "PENDING") return "reject";
  if (ends === "CONFIRMED" && status === "PENDING") return "approve";
  return null;
}

async function bringTo(slipway: Slipway, booking: Booking, ends: Plan["ends"]): Promise<void> {
  let current = booking;
  for (;;) {
    const step = nextStep(current.status, ends);
    if (step === null) return;
    try {
      current = await take(slipway, step, booking.id);
    } catch (error) {
      if (!isUnsettled(error) && !isProblem(error, "INVALID_STATE")) throw error;
      current = await slipway.bookings.get(booking.id);
    }
  }
}

function take({ bookings }: Slipway, step: Step, id: string): Promise<Booking> {
  if (step === "confirm") return bookings.confirm(id);
  if (step === "approve") return bookings.approve(id);
  return bookings[step](id, { reason: "Demo" });
}

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
import type { OptionOnSale, Operator } from "./load-operator.ts";

interface Plan {
  product: string;
  /** Units by name. */
  travellers: Record<string, number>;
  ends: "CONFIRMED" | "ON_HOLD" | "PENDING" | "CANCELLED" | "REJECTED";
}

const guests = [
  ["Giulia", "Conti"],
  ["Amara", "Okafor"],
  ["Jonas", "Lindqvist"],
  ["María", "Fernández"],
  ["Kenji", "Watanabe"],
  ["Zoë", "O’Neill"],
] as const;

const plansMax = 100;

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

/**
 * Tries one departure after another until one has room; undefined when none has. The key makes a
 * repeat find its booking.
 */
async function book(making: Making, plan: Plan, index: number): Promise<Booking | undefined> {
  const { slipway, operator, label } = making;
  const option = operator.options.find(({ productName }) => productName === plan.product);
  if (!option) throw new Error(`${plan.product} was not loaded`);
  const departures = making.departures.get(option.id) ?? [];
  for (let attempt = 0; attempt < departures.length; attempt++) {
    const { startAt } = departures[(index * 7 + attempt) % departures.length] as AvailabilityEntry;
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
  const [firstName, lastName] = guests[index % guests.length] as (typeof guests)[number];
  return {
    optionId: option.id,
    unitItems: Object.entries(plan.travellers).map(([unit, quantity]) => ({
      unitId: option.unitIds[unit] ?? unit,
      quantity,
    })),
    customer: { firstName, lastName, email: `${firstName.toLowerCase()}@guest.example` },
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

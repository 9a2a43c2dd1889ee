/** One seat is offered, sold, refused to a second buyer, given back; supplier and product are archived. */
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type SmokeApi, connectSmoke } from "./smoke-client.ts";
import { type SmokeShop as Shop, archive, openShop } from "./smoke-shop.ts";

export interface SmokeResult {
  readonly url: string;
  readonly bookingId: string;
  /** How long each step has taken. */
  readonly milliseconds: Readonly<Record<string, number>>;
}

const dayMs = 86_400_000;
const givenBackMsMax = 30_000;

/**
 * Sells one seat of a supplier of its own and gives it back, as any client does. Rejects with one sentence
 * about the first step that went wrong. A repeat makes everything anew.
 */
export async function smoke(
  place: { url: string; key: string },
  now = Date.now(),
): Promise<SmokeResult> {
  const api = connectSmoke(place);
  const milliseconds: Record<string, number> = {};
  const timed = async <Result>(name: string, step: () => Promise<Result>): Promise<Result> => {
    const began = performance.now();
    const result = await step();
    milliseconds[name] = Math.round(performance.now() - began);
    return result;
  };
  await timed("ready", () => api.untilReady());
  const made: string[] = [];
  try {
    const shop = await timed("offer", () => openShop(api, { name: "Smoke test", seats: 1 }, made));
    const startAt = `${new Date(now + 2 * dayMs).toISOString().slice(0, 10)}T12:00:00Z`;
    await expectPlaces(api, shop, startAt, 1);
    const bookingId = await timed("book", () => bookTheSeat(api, shop, startAt));
    await expectPlaces(api, shop, startAt, 0);
    await timed("cancel", () => api.send("POST", `/bookings/${bookingId}/cancel`));
    await timed("free again", () => untilFree(api, shop, startAt));
    return { url: place.url, bookingId, milliseconds };
  } finally {
    await archive(api, made);
  }
}

/** Sells the seat once, and must not sell it twice. */
async function bookTheSeat(api: SmokeApi, shop: Shop, startAt: string): Promise<string> {
  const { optionId, unitId } = shop;
  const order = { optionId, startAt, unitItems: [{ unitId, quantity: 1 }] };
  // With its key the request may be repeated, whatever became of its answer.
  const first = { ...order, idempotencyKey: `smoke-${randomUUID()}` };
  const booking = await api.send<{ id: string; status: string }>("POST", "/bookings", first);
  if (booking.status !== "CONFIRMED")
    throw new Error(`The booking ${booking.id} is ${booking.status}, not CONFIRMED.`);
  const again = await api.refusalOf("POST", "/bookings", order);
  if (again !== "CAPACITY_EXHAUSTED")
    throw new Error(`A second booking of the only seat was answered ${again}.`);
  return booking.id;
}

async function untilFree(api: SmokeApi, shop: Shop, startAt: string): Promise<void> {
  const until = performance.now() + givenBackMsMax;
  while ((await placesFree(api, shop, startAt)) !== 1) {
    if (performance.now() > until)
      throw new Error("The seat of the cancelled booking is not free again.");
    await pause(100);
  }
}

async function expectPlaces(
  api: SmokeApi,
  shop: Shop,
  startAt: string,
  places: number,
): Promise<void> {
  const free = await placesFree(api, shop, startAt);
  if (free !== places)
    throw new Error(`${String(free)} places are free at ${startAt} where ${places} should be.`);
}

async function placesFree(
  api: SmokeApi,
  { optionId }: Shop,
  startAt: string,
): Promise<number | undefined> {
  const query = new URLSearchParams({ optionId, from: startAt, to: startAt });
  const departures = await api.get<{ vacancies: number | null }[]>(
    `/availability?${query.toString()}`,
  );
  return departures[0]?.vacancies ?? undefined;
}

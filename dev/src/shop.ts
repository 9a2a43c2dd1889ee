/** Shops that tests and loads sell from, made over HTTP: boats, options on them; and a client that books. */
import assert from "node:assert";
import { setTimeout as pause } from "node:timers/promises";
import { type Slipway, isOutcomeUnknown, isProblem } from "@slipway/client";
import { patientClient } from "@slipway/server/smoke-client";

export interface Answer {
  status: number;
  replayed: boolean;
  /** Whether it says when to come again. */
  hasRetryAfter: boolean;
  body: Record<string, unknown> & { id: string; code?: string; status?: string };
}

const day = "2027-07-01";
const always = {
  startMonthDay: "01-01",
  endMonthDay: "12-31",
  weekdays: [0, 1, 2, 3, 4, 5, 6],
};

interface Boat {
  readonly supplierId: string;
  readonly resourceId: string;
}

export interface Sold {
  readonly supplierId: string;
  readonly productId: string;
  readonly optionId: string;
  readonly unitId: string;
}

interface OptionPlan {
  readonly supplierId: string;
  /** Every departure needs all of them. */
  readonly resourceIds: readonly string[];
  /** Departures of every day, by the supplier's clock. */
  readonly startTimes: readonly string[];
  readonly durationMinutes?: number;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A boat of a supplier of its own, whose clock is UTC. */
async function makeBoat({ suppliers, resources }: Slipway, seats: number): Promise<Boat> {
  const { id: supplierId } = await suppliers.create({ name: "Ferries", timezone: "UTC" });
  const boat = { supplierId, name: "Boat", quantity: 1, capacityPerResource: seats };
  return { supplierId, resourceId: (await resources.create(boat)).id };
}

interface BoatPlan {
  readonly seats: number;
  readonly startTimes: readonly string[];
}

/** An option of a supplier of its own, on a boat of its own. */
export async function makeOptionOnBoat(
  api: Slipway,
  { seats, startTimes }: BoatPlan,
): Promise<Sold & Boat> {
  const { supplierId, resourceId } = await makeBoat(api, seats);
  const sold = await makeOption(api, { supplierId, resourceIds: [resourceId], startTimes });
  return { ...sold, resourceId };
}

/** A product with one option, and adults who pay 12.50. */
export async function makeOption(
  { products, options }: Slipway,
  { supplierId, resourceIds, startTimes, durationMinutes = 60, metadata = {} }: OptionPlan,
): Promise<Sold> {
  const { id: productId } = await products.create({ supplierId, name: "Tour" });
  const seat = { name: "Seat", durationMinutes, metadata };
  const { id: optionId } = await products.createOption(productId, seat);
  const { id: unitId } = await options.createUnit(optionId, { name: "Adult", type: "ADULT" });
  for (const resourceId of resourceIds)
    await options.setResourceRequirement(optionId, { resourceId });
  const everyDay = { ...always, startTimes };
  await options.createAvailabilityPeriod(optionId, everyDay);
  const periods = [{ ...everyDay, retailPrices: { [unitId]: 1_250 } }];
  await options.setPricingPeriods(optionId, { pricingPer: "UNIT", periods });
  return { supplierId, productId, optionId, unitId };
}

interface Client {
  /** Addresses of the gateways, which are asked in turn. */
  readonly urls: readonly string[];
  readonly key: string;
}

export interface Shop {
  ask(method: string, path: string, body?: object): Promise<Answer>;
  aBoat(seats: number): Promise<Boat>;
  anOption(boat: Boat, startTimes: readonly string[]): Promise<Sold>;
  book(sold: Sold, time: string, more?: object): Promise<Answer>;
  vacancies(optionId: string, time: string): Promise<number | null | undefined>;
}

const servedMsMax = 120_000;

type Ask = Shop["ask"];

/**
 * Asks the installation's gateways in turn. On a busy machine one process may not hear another for a while. So what is
 * sold is made by a patient client, and made anew after an unknown outcome such as 504. The shop's other requests are
 * asked again after 503 where `isPatient`, as that client does.
 */
export function shopOf(installation: Client, { isPatient = false } = {}): Shop {
  const { urls, key } = installation;
  const api = patientClient({ url: urls[0] ?? "", key });
  const askOnce = askerOf(installation);
  const askUntilServed: Ask = async (...request) => {
    const until = performance.now() + servedMsMax;
    for (;;) {
      const answer = await askOnce(...request);
      if (answer.status !== 503 || performance.now() > until) return answer;
      await pause(200);
    }
  };
  const ask = isPatient ? askUntilServed : askOnce;

  function book({ optionId, unitId }: Sold, time: string, more: object = {}): Promise<Answer> {
    const startAt = `${day}T${time}:00Z`;
    return ask("POST", "/bookings", {
      optionId,
      startAt,
      unitItems: [{ unitId, quantity: 1 }],
      ...more,
    });
  }

  async function vacancies(optionId: string, time: string): Promise<number | null | undefined> {
    const at = encodeURIComponent(`${day}T${time}:00Z`);
    const answer = await ask("GET", `/availability?optionId=${optionId}&from=${at}&to=${at}`);
    const { status, body } = answer;
    // Else a 503 would show only as a start that is no departure.
    assert.equal(status, 200, JSON.stringify(body));
    return (body as unknown as { vacancies: number | null }[])[0]?.vacancies;
  }

  return {
    ask,
    aBoat: (seats) => untilKnown(() => makeBoat(api, seats)),
    anOption: ({ supplierId, resourceId }, startTimes) =>
      untilKnown(() => makeOption(api, { supplierId, resourceIds: [resourceId], startTimes })),
    book,
    vacancies,
  };
}

/** Repeats an attempt whose outcome is unknown. The earlier attempt may have left a record, which nobody sells. */
async function untilKnown<Made>(make: () => Promise<Made>): Promise<Made> {
  const until = performance.now() + servedMsMax;
  for (;;) {
    try {
      return await make();
    } catch (error) {
      // After an INTERNAL the server has a fault that is to be seen.
      const isUnknown = isOutcomeUnknown(error) && !isProblem(error, "INTERNAL");
      if (!isUnknown || performance.now() > until) throw error;
    }
  }
}

/** How many answers there were of each kind, such as "201" and "409 CAPACITY_EXHAUSTED". */
export function countBy(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = body.code === undefined ? String(status) : `${status} ${body.code}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

interface AskOptions {
  /** How long a client waits for each answer before it takes the connection for broken; for ever unless given. */
  readonly patience?: () => number;
  /** Begins every path. */
  readonly base?: string;
}

/** Asks the gateways in turn, so that what is repeated meets another one. Rejects where no answer comes. */
export function askerOf(
  { urls, key }: Client,
  { patience, base = "/api/v1" }: AskOptions = {},
): Shop["ask"] {
  let asked = 0;
  return async (method, path, body) => {
    const response = await fetch(`${urls[asked++ % urls.length]}${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(patience ? { signal: AbortSignal.timeout(patience()) } : {}),
    });
    return {
      status: response.status,
      replayed: response.headers.get("idempotent-replayed") === "true",
      hasRetryAfter: response.headers.has("retry-after"),
      body: (await response.json()) as Answer["body"],
    };
  };
}

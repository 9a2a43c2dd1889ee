/** A client that keeps a small shop over HTTP: boats, options on them, bookings. */
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "@jest/globals";

export interface Answer {
  status: number;
  replayed: boolean;
  body: Record<string, unknown> & { id: string; code?: string; status?: string };
}

/** One installation of Slipway, however many processes it is. */
export interface Installation {
  /** Of its gateways, which are asked in turn. */
  readonly urls: readonly string[];
  readonly key: string;
  stop(): Promise<void>;
}

const day = "2027-07-01";
const always = {
  startMonthDay: "01-01",
  endMonthDay: "12-31",
  weekdays: [0, 1, 2, 3, 4, 5, 6],
};

export interface Sold {
  supplierId: string;
  optionId: string;
  productId: string;
  unitId: string;
}

type Client = Pick<Installation, "urls" | "key">;

export interface Shop {
  ask(method: string, path: string, body?: object): Promise<Answer>;
  aBoat(seats: number): Promise<{ supplierId: string; resourceId: string }>;
  anOption(
    boat: { supplierId: string; resourceId: string },
    startTimes: string[],
    durationMinutes?: number,
  ): Promise<Sold>;
  book(sold: Sold, time: string, more?: object): Promise<Answer>;
  vacancies(optionId: string, time: string): Promise<number | null | undefined>;
}

const servedMsMax = 30_000;

type Ask = Shop["ask"];

/** A request for a part of what is sold was answered 504: it may have been made or not. */
class OutcomeUnknown extends Error {}

/**
 * Asks the installation's gateways in turn. On a busy machine one process may not hear another for a while. So what is
 * sold is made by asking again after 503, which says that nothing was done, and made anew after 504. The shop's other
 * requests are asked again after 503 where `isPatient`, as the client does.
 */
export function shopOf(installation: Client, { isPatient = false } = {}): Shop {
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
    const { body } = await ask("GET", `/availability?optionId=${optionId}&from=${at}&to=${at}`);
    return (body as unknown as { vacancies: number | null }[])[0]?.vacancies;
  }

  return {
    ask,
    ...makerOf(askUntilServed),
    book,
    vacancies,
  };
}

/** Makes what is sold. */
function makerOf(askUntilServed: Ask): Pick<Shop, "aBoat" | "anOption"> {
  async function made(path: string, body: object): Promise<string> {
    const { status, body: record } = await askUntilServed("POST", path, body);
    if (status === 504) throw new OutcomeUnknown(path);
    expect({ path, status, code: record.code }).toMatchObject({ status: 201 });
    return record.id;
  }

  async function makeABoat(seats: number): Promise<{ supplierId: string; resourceId: string }> {
    const supplierId = await made("/suppliers", { name: "Ferries", timezone: "UTC" });
    const boat = { supplierId, name: "Boat", quantity: 1, capacityPerResource: seats };
    return { supplierId, resourceId: await made("/resources", boat) };
  }

  async function makeAnOption(
    { supplierId, resourceId }: { supplierId: string; resourceId: string },
    startTimes: string[],
    durationMinutes = 60,
  ): Promise<Sold> {
    const productId = await made("/products", { supplierId, name: "Line" });
    const optionId = await made(`/products/${productId}/options`, {
      name: "Seat",
      durationMinutes,
    });
    const unitId = await made(`/options/${optionId}/units`, { name: "Adult", type: "ADULT" });
    await made(`/options/${optionId}/resource-requirements`, { resourceId });
    await made(`/options/${optionId}/availability-periods`, { ...always, startTimes });
    const periods = [{ ...always, startTimes, retailPrices: { [unitId]: 1250 } }];
    const priced = await askUntilServed("PUT", `/options/${optionId}/pricing-periods`, {
      pricingPer: "UNIT",
      periods,
    });
    if (priced.status === 504) throw new OutcomeUnknown("pricing-periods");
    expect(priced.status).toBe(200);
    return { supplierId, optionId, productId, unitId };
  }

  return {
    aBoat: (seats) => untilKnown(() => makeABoat(seats)),
    anOption: (boat, ...times) => untilKnown(() => makeAnOption(boat, ...times)),
  };
}

/** What an attempt with an unknown outcome has left is sold by nobody, so another one takes its place. */
async function untilKnown<Made>(make: () => Promise<Made>): Promise<Made> {
  const until = performance.now() + servedMsMax;
  for (;;) {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof OutcomeUnknown) || performance.now() > until) throw error;
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

function askerOf({ urls, key }: Client): Ask {
  let asked = 0;
  return async (method, path, body) => {
    const response = await fetch(`${urls[asked++ % urls.length]}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return {
      status: response.status,
      replayed: response.headers.get("idempotent-replayed") === "true",
      body: (await response.json()) as Answer["body"],
    };
  };
}

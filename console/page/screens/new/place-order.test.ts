import { expect, it } from "@jest/globals";
import { OrderRefused, type WantedOrder, placeOrder } from "./place-order.ts";

const problem = (code: string, status = 409) => {
  const outcome = status < 500 ? "refused" : "unknown";
  return Object.assign(new Error(code), { name: "SlipwayProblem", code, status, outcome });
};

type Failing = Readonly<Record<string, Error>>;

/** Records what is asked. A call fails where its name says so: "hold boat", "confirm". */
function anApi(failing: Failing = {}, statusRead = "OPEN", statusOpened = "OPEN") {
  const asked: string[] = [];
  const ask = <Answer>(name: string, answer: Answer): Promise<Answer> => {
    asked.push(name);
    const failure = failing[name];
    return failure ? Promise.reject(failure) : Promise.resolve(answer);
  };
  const api = {
    orders: {
      create: (_: object, { idempotencyKey }: { idempotencyKey: string }) =>
        ask(`open ${idempotencyKey}`, { id: "ord_1", status: statusOpened }),
      confirm: () => ask("confirm", {}),
      cancel: () => ask("cancel", {}),
      get: () => ask("read", { status: statusRead }),
    },
    bookings: {
      create: ({ optionId }: { optionId: string }) => ask(`hold ${optionId}`, {}),
    },
  } as unknown as Parameters<typeof placeOrder>[0];
  return { api, asked };
}

const saleOf = (optionId: string) => ({ optionId, unitItems: [] });
const wanted = (isSold = true): WantedOrder => ({
  sales: ["boat", "ferry", "bus"].map((name, id) => ({ id, sale: saleOf(name) })),
  isSold,
  customer: { name: "Zanon" },
  notes: undefined,
});
const holds = ["open k", "hold boat", "hold ferry", "hold bus"];

it.each([
  [true, [...holds, "confirm"]],
  [false, holds],
])("opens an order and holds each in it; sold: %s", async (isSold, expected) => {
  const { api, asked } = anApi();
  expect(await placeOrder(api, wanted(isSold), "k")).toBe("ord_1");
  expect(asked).toEqual(expected);
});

it("names every refusal, and keeps nothing", async () => {
  const full = problem("CAPACITY_EXHAUSTED");
  const { api, asked } = anApi({ "hold ferry": full, "hold bus": full, cancel: problem("X", 503) });
  const failure = await placeOrder(api, wanted(), "k").catch((error: unknown) => error);
  const { refusals, isSettled } = failure as OrderRefused;
  expect(isSettled).toBe(false);
  expect([...refusals]).toEqual([
    [1, full],
    [2, full],
  ]);
  expect(asked).toEqual([...holds, "cancel"]);
});

it.each([
  ["an unknown outcome of a hold", { "hold ferry": problem("INTERNAL", 500) }, holds.slice(0, 3)],
  ["a session that has ended", { "hold boat": problem("UNAUTHENTICATED", 401) }, holds.slice(0, 2)],
  ["a refused confirmation", { confirm: problem("HOLD_EXPIRED") }, [...holds, "confirm", "cancel"]],
  ["a limit of rate", { "hold ferry": problem("RATE_LIMITED", 429) }, holds.slice(0, 3)],
  ["an unknown confirmation", { confirm: problem("INTERNAL", 500) }, [...holds, "confirm"]],
])("leaves what may be repeated after %s", async (_, failing: Failing, expected) => {
  const { api, asked } = anApi(failing);
  await expect(placeOrder(api, wanted(), "k")).rejects.toBe(Object.values(failing)[0]);
  expect(asked).toEqual(expected);
});

it("finds at a repeat that the order stands confirmed", async () => {
  const { api, asked } = anApi({ confirm: problem("INVALID_STATE") }, "CONFIRMED");
  expect(await placeOrder(api, wanted(), "k")).toBe("ord_1");
  expect(asked).toEqual([...holds, "confirm", "read"]);
});

it.each(["CONFIRMED", "CANCELLED", "EXPIRED"])(
  "asks nothing more of an order that is %s",
  async (status) => {
    const { api, asked } = anApi({}, status, status);
    const answer = await placeOrder(api, wanted(), "k").catch((error: unknown) => error);
    expect(answer).toEqual(status === "CONFIRMED" ? "ord_1" : new OrderRefused(new Map()));
    expect(asked).toEqual(holds.slice(0, 1));
  },
);

/** How many live holds a key may have. */
import { beforeEach, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { type Request, call, isRefusal } from "@slipway/broker";
import { bookings } from "@slipway/contracts";
import { everySeat, iso, startBench, tenant } from "../bench.ts";
import { someFacts, startAt } from "../builders.ts";

const max = 3;
const bench = forThisFile(() => startBench(import.meta.url, { QUOTA_HOLDS_PER_KEY: String(max) }));

/** Each test has keys of its own. */
let keys = 0;
let key: Request;
beforeEach(() => {
  bench.seats = 100;
  key = aKey();
});

function aKey(): Request {
  return bench.as(tenant, { actorType: "API_KEY", actorId: `key_${++keys}` });
}

async function sell(request: Request, status?: "ON_HOLD"): Promise<string> {
  const sale = { optionId: someFacts().option.id, startAt: iso(startAt), unitItems: everySeat };
  try {
    const { booking } = await call(request, bookings.createBooking, { ...sale, status });
    return booking.id;
  } catch (error) {
    if (isRefusal(error, "QUOTA_EXCEEDED")) return "QUOTA_EXCEEDED";
    throw error;
  }
}

it("refuses holds beyond the quota, also when many are made at once, and takes no places for them", async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => sell(key, "ON_HOLD")));
  expect(answers.filter((answer) => answer !== "QUOTA_EXCEEDED")).toHaveLength(max);
  const held = { heldBy: key.caller.actorId };
  expect(await bench.collection.countDocuments(held as object)).toBe(max);
  expect(await sell(aKey(), "ON_HOLD")).not.toBe("QUOTA_EXCEEDED");
});

it("refuses no sale of a key that has as many holds as it may have", async () => {
  for (let made = 0; made < max; made++) await sell(key, "ON_HOLD");
  expect(await sell(key, "ON_HOLD")).toBe("QUOTA_EXCEEDED");
  expect(await sell(key)).not.toBe("QUOTA_EXCEEDED");
});

it.each(["cancelled", "confirmed", "expired"])("holds again once one is %s", async (end) => {
  const [first = ""] = await Promise.all(Array.from({ length: max }, () => sell(key, "ON_HOLD")));
  expect(await sell(key, "ON_HOLD")).toBe("QUOTA_EXCEEDED");
  if (end === "cancelled") await call(key, bookings.cancelBooking, { id: first });
  else if (end === "confirmed") await call(key, bookings.confirmBooking, { id: first });
  else bench.now += 86_400_000 / 2;
  expect(await sell(key, "ON_HOLD")).not.toBe("QUOTA_EXCEEDED");
  bench.reset();
});

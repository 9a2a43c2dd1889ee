import { expect, it } from "@jest/globals";
import { type Request, ownRequest, refuse } from "@slipway/broker";
import type { RefusalCode } from "@slipway/contracts";
import { aBooking } from "../../test/builders.ts";
import type { Booking } from "../record/booking.ts";
import type { EraseDeps } from "./deps.ts";
import { eraseCustomer } from "./erase-customer.ts";

const emailAddress = "ada@example.com";
const hers = aBooking({ customer: JSON.stringify({ emailAddress }) });
const his = aBooking({ revision: 2, customer: '{"emailAddress":"ben@example.com"}' });

/** An owner's session; no channel has events of the customer, and the log has no entries. */
function aRequest(): Request {
  const via = { call: <Answer>() => Promise.resolve({ erased: 0, before: null } as Answer) };
  const request = ownRequest(via, "ten");
  return { ...request, caller: { ...request.caller, actorType: "USER" } };
}

type Waited = Parameters<EraseDeps["relay"]["hasEarlier"]>[0];

/** A list that finds her booking, and a store in which the reads find these versions; the last one stays. */
function aWorld(...versions: Booking[]) {
  const erased: Booking[] = [];
  const waited: Waited[] = [];
  let read = 0;
  const newest = versions.at(-1);
  const deps = {
    clock: () => 1,
    deliver: () => undefined,
    lists: { awaitMajority: () => Promise.resolve() },
    persons: {
      list: () => Promise.resolve({ ids: [hers._id], before: null }),
      listOrders: () => Promise.resolve({ ids: [] as string[], before: null as string | null }),
    },
    orders: { awaitMajority: () => Promise.resolve(), get: () => Promise.resolve(null) },
    relay: { hasEarlier: (events: Waited) => Promise.resolve(waited.push(events) === 0) },
    store: {
      getToChange: () => Promise.resolve(versions[Math.min(read++, versions.length - 1)]),
      isStill: (booking: Booking) => Promise.resolve(booking === newest),
      change: (booking: Booking) => Promise.resolve(erased.push(booking) > 0),
    },
  } as unknown as EraseDeps;
  return { deps, erased, waited };
}

it("passes over no booking because of another customer whom a fail-over takes back", async () => {
  const { deps, erased } = aWorld(his, hers);
  expect(await eraseCustomer(deps, aRequest(), { emailAddress })).toEqual({ bookings: 1 });
  expect(erased).toEqual([hers]);
});

it("leaves a booking that is another customer's by now", async () => {
  const { deps, erased } = aWorld(his);
  expect(await eraseCustomer(deps, aRequest(), { emailAddress })).toEqual({ bookings: 0 });
  expect(erased).toEqual([]);
});

it("waits for older events of a booking that only mentions the person: its own event takes nothing from the log", async () => {
  const mentioning = aBooking({ ...his, notes: `call ${emailAddress}` });
  const part = aWorld(mentioning);
  await eraseCustomer(part.deps, aRequest(), { emailAddress });
  expect([part.erased, part.waited]).toMatchObject([[mentioning], [{ without: [] }]]);
  const whole = aWorld(hers);
  await eraseCustomer(whole.deps, aRequest(), { emailAddress });
  expect(whole.waited).toMatchObject([{ without: [hers._id] }]);
});

it("passes over an order that the archive has taken, and tries again where others change it", async () => {
  const { deps, erased } = aWorld(hers);
  const refusals: RefusalCode[] = ["NOT_FOUND", "VERSION_CONFLICT", "VERSION_CONFLICT"];
  Object.assign(deps.persons, {
    listOrders: () => Promise.resolve({ ids: ["ord_1", "ord_2"], before: null }),
  });
  const changed: string[] = [];
  const change = (_tenant: string, id: string) => {
    const refusal = refusals.shift();
    return refusal ? Promise.reject(refuse(refusal)) : Promise.resolve(changed.push(id));
  };
  Object.assign(deps.orders, { change });
  expect(await eraseCustomer(deps, aRequest(), { emailAddress })).toEqual({ bookings: 1 });
  expect([refusals, changed, erased]).toEqual([[], ["ord_2"], [hers]]);
});

it.each(["listOrders", "list"] as const)("stops looking once its time is up: %s", async (name) => {
  const { deps } = aWorld(hers);
  let looks = 0;
  const look = () => Promise.resolve({ ids: [], before: ++looks });
  Object.assign(deps.persons, { [name]: look });
  const request = {
    ...aRequest(),
    get deadline() {
      return looks < 3 ? Infinity : 0;
    },
  };
  const work = eraseCustomer(deps, request, { emailAddress });
  await expect(work).rejects.toMatchObject({ type: "SERVICE_UNAVAILABLE" });
  expect(looks).toBe(3);
});

import { describe, expect, it } from "@jest/globals";
import { type Release, type TenantSlots, tenantSlots } from "./tenant-slots.ts";

/** Takes slots until the tenant gets none any more. */
function fill(slots: TenantSlots, tenantId: string): Release[] {
  const release = slots.take(tenantId);
  return release ? [release, ...fill(slots, tenantId)] : [];
}

const ms = 60_000;

describe("a tenant that takes all it may", () => {
  it("gets half, the next half of what is left, and there is always one left for the next", () => {
    const slots = tenantSlots(200);
    expect(fill(slots, "one")).toHaveLength(100);
    expect(fill(slots, "two")).toHaveLength(50);
    expect(fill(slots, "three")).toHaveLength(25);
    expect(slots.full()).toEqual(["one", "two", "three"]);
    expect(slots.hasFree()).toBe(true);
    expect(slots.take("four")).toBeDefined();
  });

  it("comes to the share of the others as its slots end", () => {
    const slots = tenantSlots(90);
    const held = fill(slots, "one");
    expect(held).toHaveLength(45);
    const others = fill(slots, "two");
    // Its slots end one after the other, and the next tenant in turn takes each.
    for (const release of held) {
      release();
      others.push(...fill(slots, "two"));
      fill(slots, "one");
    }
    expect(others).toHaveLength(31);
    expect(slots.full()).toEqual(expect.arrayContaining(["one", "two"]));
  });
});

describe("tenants that wait", () => {
  it("are served round robin, not in the order in which they came", async () => {
    const slots = tenantSlots(3);
    const held = ["one", "two", "three"].map((tenantId) => slots.take(tenantId));
    const served: string[] = [];
    const wait = (tenantId: string, name: string) =>
      slots.wait(tenantId, ms).then((release) => {
        served.push(name);
        release?.();
      });
    const all = [
      wait("four", "four 1"),
      wait("four", "four 2"),
      wait("four", "four 3"),
      wait("five", "five 1"),
      wait("six", "six 1"),
      wait("five", "five 2"),
    ];
    held[0]?.();
    await Promise.all(all);
    expect(served).toEqual(["four 1", "five 1", "six 1", "four 2", "five 2", "four 3"]);
  });

  it("are not passed by a tenant that takes without waiting", async () => {
    const slots = tenantSlots(1);
    const release = slots.take("one");
    const waiting = slots.wait("two", ms);
    release?.();
    expect(slots.take("one")).toBeUndefined();
    expect(await waiting).toBeDefined();
  });

  it("get nothing after their time, and their turn goes to the next", async () => {
    const slots = tenantSlots(1);
    const release = slots.take("one");
    expect(await slots.wait("two", 1)).toBeUndefined();
    release?.();
    expect(slots.take("three")).toBeDefined();
  });

  it("get a slot at once where they may have one", async () => {
    expect(await tenantSlots(1).wait("one", ms)).toBeDefined();
  });
});

it("takes a slot back once", () => {
  const slots = tenantSlots(2);
  const release = slots.take("one");
  release?.();
  release?.();
  expect(fill(slots, "one")).toHaveLength(1);
  expect(slots.full()).toEqual(["one"]);
});

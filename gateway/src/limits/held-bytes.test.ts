import { expect, it } from "@jest/globals";
import { createHeldBytes } from "./held-bytes.ts";

/** Notes the names that get room, in their order. */
function aCrowd() {
  const held = createHeldBytes(10);
  const begun: string[] = [];
  const take = async (name: string, tenantId: string, bytes: number, waitMsMax?: number) => {
    const hold = await held.take(tenantId, bytes, waitMsMax);
    begun.push(hold ? name : `${name} refused`);
    return hold;
  };
  return { begun, take };
}

const turns = () => new Promise((next) => setImmediate(next));

it("gives each tenant so much, in turn, and makes no other wait", async () => {
  const { begun, take } = aCrowd();
  const [first] = await Promise.all([take("a", "one", 6), take("b", "one", 4)]);
  const more = [take("c", "one", 7), take("d", "one", 1)];
  await take("e", "two", 10);
  expect(begun).toEqual(["a", "b", "e"]);
  first?.(0);
  await more[1];
  expect(begun).toEqual(["a", "b", "e", "d"]);
});

it("gives back what is not taken after all", async () => {
  const { begun, take } = aCrowd();
  const first = await take("a", "one", 10);
  const second = take("b", "one", 7);
  first?.(4);
  await turns();
  expect(begun).toEqual(["a"]);
  first?.(3);
  await second;
  expect(begun).toEqual(["a", "b"]);
});

it("lets through alone what is more than all there is", async () => {
  const { begun, take } = aCrowd();
  const big = await take("a", "one", 50);
  const next = take("b", "one", 1);
  await turns();
  expect(begun).toEqual(["a"]);
  big?.(0);
  await next;
  expect(begun).toEqual(["a", "b"]);
});

it("refuses who has waited for too long, and lets the next one go on", async () => {
  const { begun, take } = aCrowd();
  const first = await take("a", "one", 8);
  await take("b", "one", 9, 10);
  const third = take("c", "one", 2);
  await third;
  expect(begun).toEqual(["a", "b refused", "c"]);
  first?.(0);
});

it("counts what has begun since, though an earlier one gives its room back twice", async () => {
  const { begun, take } = aCrowd();
  const first = await take("a", "one", 10);
  first?.(0);
  await take("b", "one", 10);
  first?.(0);
  await take("c", "one", 1, 10);
  expect(begun).toEqual(["a", "b", "c refused"]);
});

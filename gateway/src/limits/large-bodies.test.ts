import { expect, it } from "@jest/globals";
import { createLargeBodies } from "./large-bodies.ts";

const patient = { bytesMax: 10, waitMsMax: 60_000 };

/** The names of those that have begun, in their order. */
function aCrowd(bodies = createLargeBodies(patient)) {
  const begun: string[] = [];
  const leaves = new Map<string, () => void>();
  return {
    begun,
    leave: (name: string) => leaves.get(name)?.(),
    enter: (name: string, bytes: number) =>
      bodies.enter(bytes).then((leave) => {
        begun.push(name);
        leaves.set(name, leave);
      }),
  };
}

it("lets as many begin as there is room for, and the others in turn", async () => {
  const { begun, enter, leave } = aCrowd();
  const all = [enter("a", 4), enter("b", 4), enter("c", 4), enter("d", 1)];
  await Promise.all(all.slice(0, 2));
  expect(begun).toEqual(["a", "b"]);
  leave("b");
  leave("b");
  await Promise.all(all);
  expect(begun).toEqual(["a", "b", "c", "d"]);
});

it("lets one that is larger than all the room begin when nobody else is there", async () => {
  const { begun, enter, leave } = aCrowd();
  await enter("a", 1);
  const large = enter("large", 50);
  expect(begun).toEqual(["a"]);
  leave("a");
  await large;
  expect(begun).toEqual(["a", "large"]);
});

it("refuses who has waited too long, and lets the next one take its place", async () => {
  const { begun, enter } = aCrowd(createLargeBodies({ bytesMax: 10, waitMsMax: 20 }));
  await enter("a", 8);
  await expect(enter("b", 8)).rejects.toMatchObject({ type: "OVERLOADED" });
  await enter("c", 2);
  expect(begun).toEqual(["a", "c"]);
});

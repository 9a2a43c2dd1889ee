import { expect, it } from "@jest/globals";
import { createBoundedLines } from "./bounded-lines.ts";

function aLog() {
  let now = 0;
  const written: object[] = [];
  const { write } = createBoundedLines(
    (fields) => void written.push(fields),
    () => now,
  );
  return { written, write, wait: (ms: number) => void (now += ms) };
}

it("writes ten lines of an address at once and then one a second, and counts the others", () => {
  const { written, write, wait } = aLog();
  for (let line = 0; line < 50; line++) write("a", { line });
  expect(written).toHaveLength(10);
  write("b", {});
  wait(1_000);
  write("a", { line: "later" });
  expect(written.slice(10)).toEqual([
    { address: "b", leftOut: 40 },
    { address: "a", line: "later" },
  ]);
});

it("writes a hundred lines of all addresses at once", () => {
  const { written, write } = aLog();
  for (let address = 0; address < 500; address++) write(String(address), {});
  expect(written).toHaveLength(100);
});

/** How much memory schedules keep that are looked at once. */
import { expect, it } from "@jest/globals";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { departuresOf } from "../src/departures.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function usedMiB(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1024 ** 2;
}

const everyDay = { startMonthDay: "01-01", endMonthDay: "12-31", weekdays: [0, 1, 2, 3, 4, 5, 6] };
const times = Array.from({ length: 1440 }, (_, minute) =>
  new Date(minute * 60_000).toISOString().slice(11, 16),
);

/** 175 KB of text, another one for each number below 1440. */
function aSchedule(number: number) {
  const own = { ...everyDay, startTimes: times.slice(number, number + 1) };
  const others = { ...everyDay, startTimes: times.slice(0, 288) };
  return [own, ...Array.from({ length: 99 }, () => others)];
}

it("keeps nothing of the text of schedules, and a bounded number of their departures", () => {
  const from = Date.parse("2027-06-01T00:00:00Z");
  const look = (number: number) =>
    departuresOf(aSchedule(number), "Europe/Rome", { from, to: from + 86_400_000 });
  look(0);
  const before = usedMiB();
  for (let number = 0; number < 300; number++) expect(look(number).length).toBeGreaterThan(0);
  expect(usedMiB() - before).toBeLessThan(25);
});

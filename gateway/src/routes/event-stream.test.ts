import { expect, it } from "@jest/globals";
import { heartbeatMs } from "../constants.ts";
import { createTexts } from "./event-stream.ts";

const at = (seconds: number): string => `2027-05-01T10:00:${String(seconds).padStart(2, "0")}.000Z`;
const page = (watermark: string, ...versions: [string, string][]) => ({
  items: versions.map(([id, updatedAt]) => ({ id, updatedAt })),
  watermark,
});

it("begins with the time to come back, tells a version once, and a comment where it is quiet", () => {
  let now = 0;
  const textOf = createTexts(() => now);
  expect(textOf(page(at(0)))).toBe(`retry: 3000\n: \nid: ${at(0)}\n\n`);
  expect(textOf(page(at(1), ["bkg_1", at(9)]))).toBe(
    `event: bookings\ndata: [{"id":"bkg_1","updatedAt":"${at(9)}"}]\nid: ${at(1)}\n\n`,
  );
  // The next look overlaps.
  expect(textOf(page(at(2), ["bkg_1", at(9)]))).toBe("");
  expect(textOf(page(at(3), ["bkg_1", at(11)]))).toContain(at(11));
  now += heartbeatMs;
  // A position without news is no event to the client, which remembers it.
  expect(textOf(page(at(20)))).toBe(`: \nid: ${at(20)}\n\n`);
  now += heartbeatMs - 1;
  expect(textOf(page(at(22)))).toBe("");
});

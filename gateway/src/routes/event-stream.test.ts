import { expect, it } from "@jest/globals";
import type { Caller } from "@slipway/contracts";
import { heartbeatMs } from "../constants.ts";
import type { RawAnswer } from "../route/route.ts";
import { createTexts, eventStream } from "./event-stream.ts";

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

it("looks as the renewed caller, whose proof is another one each minute, and ends with its credential", async () => {
  const callerOf = (proof: string) => ({ tenantId: "ten_1", proof }) as Caller;
  const renewed = [callerOf("second"), null];
  const asked: (string | undefined)[] = [];
  const via = {
    call: async (_action: string, _input: object, { meta }: { meta: { caller: Caller } }) => {
      asked.push(meta.caller.proof);
      return { ...page(at(0)), nextCursor: null };
    },
  };
  let hasEnded = false;
  const answer = {
    newRequest: () => ({
      caller: callerOf("first"),
      deadline: Date.now() + 60_000,
      via,
      renew: async () => renewed.shift(),
    }),
    reading: { load: (work: () => unknown) => work(), send: async () => true },
    response: {
      headersSent: false,
      req: { method: "GET", headers: { accept: "text/event-stream" } },
      writeHead: () => undefined,
      end: () => (hasEnded = true),
    },
    openStream: () => ({
      ended: new AbortController().signal,
      look: (work: () => unknown) => work(),
    }),
  };
  await eventStream.send(answer as unknown as RawAnswer, {});
  expect([asked, hasEnded]).toEqual([["first", "second"], true]);
});

import { expect, it } from "@jest/globals";
import type { ServerResponse } from "node:http";
import { createByteRate } from "./reads.ts";

const perSecond = 1_000;

it("leaves enough for other answers to begin while a long one goes on", async () => {
  const rate = createByteRate(perSecond, () => 0);
  const client = { destroyed: false };
  const response = client as unknown as ServerResponse;
  for (let piece = 0; piece < 2; piece++) {
    await rate.prepay(response, "one", 300);
    rate.expect("one");
  }
  let isLoaded = false;
  const next = rate.prepay(response, "one", 300).then(() => (isLoaded = true));
  await new Promise((resume) => setImmediate(resume));
  expect(isLoaded).toBe(false);
  expect(() => rate.expect("one")).not.toThrow();
  client.destroyed = true;
  await next;
});

import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "@jest/globals";
import { createStreams } from "./streams.ts";

const aResponse = () => new ServerResponse(new IncomingMessage(new Socket()));

it("counts no stream of a client that has left before it opened", () => {
  const streams = createStreams({ eventStreamsMax: 2, tenantEventStreamsMax: 1 });
  const left = aResponse().destroy();
  expect(streams.open(left, "ten_a").aborted).toBe(true);
  expect(streams.open(aResponse(), "ten_a").aborted).toBe(false);
  expect(() => streams.open(aResponse(), "ten_a")).toThrow("Too many requests");
});

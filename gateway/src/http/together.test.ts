import { describe, expect, it } from "@jest/globals";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { together } from "./together.ts";

function requestAndResponse(): [IncomingMessage, ServerResponse] {
  const request = new IncomingMessage(new Socket());
  return [request, new ServerResponse(request)];
}

describe("requests of one turn of the event loop", () => {
  it("are answered in their order, after the last of them", async () => {
    const answered: IncomingMessage[] = [];
    const answer = together((request) => answered.push(request));
    const visits = [requestAndResponse(), requestAndResponse()];
    for (const visit of visits) answer(...visit);
    expect(answered).toEqual([]);
    await turn();
    expect(answered).toEqual(visits.map(([request]) => request));
  });

  it("leave the next turn its own", async () => {
    const answered: IncomingMessage[] = [];
    const answer = together((request) => answered.push(request));
    answer(...requestAndResponse());
    await turn();
    answer(...requestAndResponse());
    await turn();
    expect(answered).toHaveLength(2);
  });

  it("are not begun once their client has left", async () => {
    const answered: IncomingMessage[] = [];
    const answer = together((request) => answered.push(request));
    const [gone, stays] = [requestAndResponse(), requestAndResponse()];
    for (const visit of [gone, stays]) answer(...visit);
    gone[1].destroy();
    await turn();
    expect(answered).toEqual([stays[0]]);
  });
});

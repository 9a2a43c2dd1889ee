import { describe, expect, it } from "@jest/globals";
import { mkdtempSync, rmSync, truncateSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newSecret, signatureHeaders } from "../../packages/delivery/src/signature.ts";
import { openInbox } from "./inbox.ts";
import { startReceiver } from "./receiver.ts";

const update = {
  bookingId: "bkg_1",
  action: "CONFIRMED",
  status: "CONFIRMED",
  previousStatus: "ON_HOLD",
  updatedAt: "2027-07-01T08:00:00.000Z",
  test: false,
};

describe("the example of a receiver", () => {
  const secret = newSecret();
  const body = JSON.stringify({ type: "BOOKING_UPDATE", data: update });
  const sent = { webhookId: "msg_1", body, secrets: [secret] };

  it.each([
    ["that is genuine", () => secret, body, 204, 1],
    ["with another body", () => secret, `${body} `, 401, 0],
    ["while it does not know the secret", () => undefined, body, 401, 0],
  ])("answers a delivery %s", async (_name, known, text, status, count) => {
    const heard: unknown[] = [];
    const receiver = await startReceiver({
      secret: known,
      heard: (received) => void heard.push(received),
    });
    const headers = signatureHeaders(sent, Date.now());
    const answer = await fetch(receiver.url, { method: "POST", headers, body: text });
    await receiver.close();
    expect([answer.status, heard]).toEqual([status, count === 1 ? [update] : []]);
  });

  it("answers the challenge with its text, and hears nothing", async () => {
    const heard: unknown[] = [];
    const receiver = await startReceiver({
      secret: () => secret,
      heard: (received) => void heard.push(received),
    });
    const asked = JSON.stringify({ type: "ENDPOINT_CHALLENGE", data: { challenge: "a text" } });
    const headers = signatureHeaders({ ...sent, body: asked }, Date.now());
    const answer = await fetch(receiver.url, { method: "POST", headers, body: asked });
    expect([answer.status, await answer.text()]).toEqual([200, '{"challenge":"a text"}']);
    await receiver.close();
    expect(heard).toEqual([]);
  });

  it("knows repeats and what is older, over a restart and a line that was cut off", () => {
    const directory = mkdtempSync(join(tmpdir(), "slipway-inbox-"));
    const file = join(directory, "inbox");
    const inbox = openInbox(file);
    expect(inbox.take("msg_1", update)).toBe("new");
    expect(inbox.take("msg_1", update)).toBe("repeat");
    expect(inbox.take("msg_2", { ...update, updatedAt: "2027-07-01T07:00:00.000Z" })).toBe("older");
    inbox.close();
    truncateSync(file, statSync(file).size - 5);
    const again = openInbox(file);
    expect(again.take("msg_1", update)).toBe("repeat");
    expect(again.take("msg_2", update)).toBe("older");
    again.close();
    rmSync(directory, { recursive: true });
  });
});

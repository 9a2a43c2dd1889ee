import { describe, expect, it } from "@jest/globals";
import { mkdtempSync, rmSync, truncateSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newSecret, signatureHeaders } from "../../packages/delivery/src/signature.ts";
import { openInbox } from "./inbox.ts";
import { isGenuine } from "./signature.ts";

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
  const now = Date.parse("2027-07-01T08:00:00.000Z");
  const body = JSON.stringify({ data: update });
  const headers = signatureHeaders(
    { webhookId: "msg_1", body, secrets: [newSecret(), secret] },
    now,
  );

  it.each([
    ["as it was sent", headers, body, now, true],
    ["with a changed body", headers, `${body} `, now, false],
    ["under another id", { ...headers, "webhook-id": "msg_2" }, body, now, false],
    ["four minutes late", headers, body, now + 4 * 60_000, true],
    ["six minutes late", headers, body, now + 6 * 60_000, false],
    ["without a signature", { ...headers, "webhook-signature": "" }, body, now, false],
    ["without a time", { ...headers, "webhook-timestamp": "now" }, body, now, false],
  ])("takes or leaves a delivery %s", (_name, given, text, at, isTaken) => {
    expect(isGenuine(secret, given, text, at)).toBe(isTaken);
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

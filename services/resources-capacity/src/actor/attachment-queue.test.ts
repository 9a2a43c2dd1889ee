import { describe, expect, it } from "@jest/globals";
import { createAttachments } from "./attachment-queue.ts";

describe("claims that wait to be attached", () => {
  it("wait no longer once all of them are attached", async () => {
    const attachments = createAttachments();
    const { attached } = attachments.waitFor(["a", "b"]);
    expect(attachments.attach(["a", "c"])).toEqual(["c"]);
    expect(attachments.attach(["b"])).toEqual([]);
    expect(await attached).toEqual(new Set(["a", "b"]));
  });

  it("wait a moment only", async () => {
    const attachments = createAttachments();
    const { attached } = attachments.waitFor(["a", "b"]);
    attachments.attach(["b"]);
    expect(await attached).toEqual(new Set(["b"]));
    expect(attachments.attach(["a"])).toEqual(["a"]);
  });

  it("wait no longer once they are flushed, and others go on waiting", async () => {
    const attachments = createAttachments();
    const flushed = attachments.waitFor(["a"]);
    const other = attachments.waitFor(["b"]);
    flushed.flush();
    expect(await flushed.attached).toEqual(new Set());
    expect(attachments.attach(["a", "b"])).toEqual(["a"]);
    expect(await other.attached).toEqual(new Set(["b"]));
  });

  it("are not waited for where there are none", async () => {
    expect(await createAttachments().waitFor([]).attached).toEqual(new Set());
  });
});

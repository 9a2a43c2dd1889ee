import { describe, expect, it } from "@jest/globals";
import { describeError } from "@slipway/broker";
import { useTracer } from "@slipway/telemetry";
import { createLog, serviceLog } from "./log.ts";

describe("the log", () => {
  it("cuts out secrets and personal data wherever they stand", () => {
    let text = "";
    const log = createLog("info", { write: (line) => (text += line) });
    log.info({ authorization: "Bearer s3cret", key: "s3cret", requestId: "12345678" }, "one");
    log.info({ request: { cookie: "s3cret", password: "s3cret", "set-cookie": "s3cret" } }, "two");
    log.info({ booking: { customer: { name: "s3cret" }, participants: ["s3cret"] } }, "three");
    expect(text).not.toContain("s3cret");
    expect(text).toContain("12345678");
    expect(text.trim().split("\n")).toHaveLength(3);
  });

  it("keeps of an error its words and its stack, not what it carried", () => {
    const error = Object.assign(new Error("broken"), { data: { customer: "s3cret" } });
    expect(JSON.stringify(describeError(error))).not.toContain("s3cret");
    expect(describeError(error)).toMatchObject({ name: "Error", message: "broken" });
    expect(describeError("s3cret")).toEqual({ message: "something that is no error was thrown" });
  });
});

describe("the log of services", () => {
  it("names the trace of a line that is written while a span runs, where telemetry is on", () => {
    let text = "";
    const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
    const nothing = () => undefined;
    const running = { traceparent, isKept: true, rename: nothing, set: nothing, end: nothing };
    useTracer({ start: () => running, active: () => running, run: (_, work) => work() });
    try {
      serviceLog(createLog("info", { write: (line) => (text += line) }))("warn", "slow");
    } finally {
      useTracer(undefined);
    }
    expect(JSON.parse(text)).toMatchObject({ msg: "slow", traceId: "a".repeat(32) });
  });

  it("keeps all fields of a log-in", () => {
    let text = "";
    const log = serviceLog(createLog("info", { write: (line) => (text += line) }));
    const account = { account: "usr_1", tenantId: "ten_1", isKnownDevice: true };
    const event = { outcome: "ACCEPTED", ...account, address: "203.0.113.7", requestId: "1" };
    log("info", "log-in", event);
    expect(JSON.parse(text)).toMatchObject({ ...event, msg: "log-in" });
  });

  it("puts together only what is written", () => {
    let text = "";
    const log = serviceLog(createLog("info", { write: (line) => (text += line) }));
    let made = 0;
    const more = () => ({ made: ++made });
    log("debug", "unwritten", more);
    log("warn", "slow call", more);
    log("info", "plain");
    expect(made).toBe(1);
    expect(
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ msg: "slow call", made: 1 }, { msg: "plain" }]);
  });
});

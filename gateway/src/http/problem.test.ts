import { describe, expect, it } from "@jest/globals";
import { type RefusalCode, refusals } from "@slipway/contracts";
import { refuse } from "@slipway/broker";
import { type Refusal, type Stage, problemHeaders, problemOf, refusalFor } from "./problem.ts";

const error = (type: string, code: number): Error => Object.assign(new Error("x"), { type, code });

describe("what the client is answered about an error", () => {
  it.each([
    // A missing service carries 404 on the bus: only the type counts.
    ["SERVICE_NOT_FOUND", 404, "SERVICE_UNAVAILABLE", "SERVICE_UNAVAILABLE"],
    ["SERVICE_NOT_AVAILABLE", 404, "SERVICE_UNAVAILABLE", "SERVICE_UNAVAILABLE"],
    ["QUEUE_FULL", 429, "SERVICE_UNAVAILABLE", "SERVICE_UNAVAILABLE"],
    ["BAD_GATEWAY", 502, "SERVICE_UNAVAILABLE", "SERVICE_UNAVAILABLE"],
    ["VALIDATION_ERROR", 422, "INTERNAL", "INTERNAL"],
    ["MAX_CALL_LEVEL", 500, "INTERNAL", "INTERNAL"],
  ])("%s is, for a read and a mutation, as the table says", (type, code, read, mutation) => {
    expect(refusalFor(error(type, code), "read").code).toBe(read);
    expect(refusalFor(error(type, code), "mutation").code).toBe(mutation);
  });

  it.each([
    ["REQUEST_TIMEOUT", 504],
    ["REQUEST_REJECTED", 503],
    ["DEADLINE_EXCEEDED", 504],
  ])("%s is what it means at that stage: nothing was done before the work began", (type, code) => {
    const codeAt = (stage: Stage): RefusalCode => refusalFor(error(type, code), stage).code;
    expect(codeAt("unbegun")).toBe("SERVICE_UNAVAILABLE");
    expect(codeAt("read")).toBe("DEADLINE_EXCEEDED");
    expect(codeAt("mutation")).toBe("OUTCOME_UNKNOWN");
  });

  it.each([
    ["SERVICE_NOT_FOUND", { action: "audit.listLog" }, "audit"],
    ["SERVICE_NOT_AVAILABLE", { action: "resourcesCapacity.getResource" }, "resources-capacity"],
  ])("%s names the service that is away", (type, data, name) => {
    const { code, details } = refusalFor(Object.assign(error(type, 404), { data }), "mutation");
    const detail = `The service ${name} is away, nothing was done`;
    expect({ code, details }).toEqual({ code: "SERVICE_UNAVAILABLE", details: { detail } });
  });

  it("hides what is no refusal", () => {
    for (const thrown of [new Error("mongodb://user:secret@host"), "text", null, undefined, 7])
      expect(refusalFor(thrown, "read")).toEqual({ code: "INTERNAL", details: {} });
    expect(problemOf({ code: "INTERNAL", details: { detail: "stack" } }, "12345678")).toEqual({
      type: "urn:slipway:error:internal",
      title: "Internal error",
      status: 500,
      code: "INTERNAL",
      requestId: "12345678",
    });
  });

  it("keeps a refusal with its details, and nothing else it carried", () => {
    const errors = [
      { in: "body", pointer: "#/name", code: "TOO_BIG", detail: "length must be <= 1000" },
    ] as const;
    const thrown = refuse("VALIDATION_FAILED", { detail: "1 field is invalid", errors });
    expect(problemOf(refusalFor(thrown, "mutation"), "12345678")).toEqual({
      type: "urn:slipway:error:validation-failed",
      title: "Request validation failed",
      status: 400,
      code: "VALIDATION_FAILED",
      detail: "1 field is invalid",
      requestId: "12345678",
      errors,
    });
  });

  it.each<[string, Refusal, object]>([
    [
      "a fact, and says it to people",
      { code: "CAPACITY_EXHAUSTED", details: { vacancies: 2 } },
      { vacancies: 2, detail: "The departure has room for 2 more." },
    ],
    [
      "the detail of the service before that of the fact",
      { code: "RANGE_TOO_LARGE", details: { maxDays: 3, detail: "Too many departures." } },
      { maxDays: 3, detail: "Too many departures." },
    ],
    ["no detail where there is nothing to add", { code: "CAPACITY_EXHAUSTED", details: {} }, {}],
    ["no fact of another code", { code: "HOLD_EXPIRED", details: { vacancies: 2 } }, {}],
    [
      "no fact of another form, which another release may send",
      { code: "CAPACITY_EXHAUSTED", details: { vacancies: "many" as never } },
      {},
    ],
  ])("shows %s", (_name, refusal, expected) => {
    const {
      type: _type,
      title: _title,
      status: _status,
      ...shown
    } = problemOf(refusal, "12345678");
    expect(shown).toEqual({ code: refusal.code, requestId: "12345678", ...expected });
  });

  it("says when to come back wherever nothing was done", () => {
    const headersOf = (code: RefusalCode, retryAfterSeconds?: number) =>
      problemHeaders({
        code,
        details: retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
      });
    expect(headersOf("SERVICE_UNAVAILABLE")).toEqual({ "Retry-After": "1" });
    expect(headersOf("OVERLOADED", 4)).toEqual({ "Retry-After": "4" });
    expect(headersOf("RATE_LIMITED", 2)).toEqual({ "Retry-After": "2" });
    expect(headersOf("UNAUTHENTICATED")).toEqual({ "WWW-Authenticate": "Bearer" });
    expect(headersOf("NOT_FOUND")).toEqual({});
  });

  it("gives every code of the catalogue a type in kebab case", () => {
    for (const code of Object.keys(refusals) as RefusalCode[])
      expect(problemOf({ code, details: {} }, "12345678").type).toMatch(
        /^urn:slipway:error:[a-z]+(-[a-z]+)*$/,
      );
  });
});

import { describe, expect, it } from "@jest/globals";
import * as octo from "@octocloud/types";
import { refuse, refusalOf } from "@slipway/broker";
import { type RefusalCode, refusals } from "@slipway/contracts";
import assert from "node:assert";
import { marksOf, octoErrorCodes, octoErrorOf, refuseOcto, withSent } from "./errors.ts";

const requestId = "a-request";
const sent = {
  productId: "prd_1",
  optionId: "opt_1",
  availabilityId: "2027-06-15T10:00:00+02:00",
  uuid: "r-1",
};

/** Makes the answer to a request with these ids after this error. */
function answerOf(error: unknown, ids: object | null = sent) {
  const marked = ids ? withSent(error, { ...ids }) : error;
  const refusal = refusalOf(marked);
  assert(refusal);
  return octoErrorOf({ refusal, requestId, hasCredential: true, ...marksOf(marked) });
}

const status: Partial<Record<RefusalCode, number>> = {
  METHOD_NOT_ALLOWED: 405,
  BODY_TOO_LARGE: 413,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  OVERLOADED: 503,
  SERVICE_UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
  OUTCOME_UNKNOWN: 504,
};
describe("14: every refusal of the catalogue", () => {
  it.each(Object.keys(refusals) as RefusalCode[])("%s has an error of the standard", (code) => {
    const { status: answered, body } = answerOf(refuse(code, { detail: "A sentence" }));
    octo.zBaseError.parse(body);
    // The answer says nothing of a fault of ours.
    expect(body.errorMessage === "A sentence").toBe(code !== "INTERNAL");
    expect(octoErrorCodes).toContain(body.error);
    expect(body.requestId).toBe(requestId);
    expect(answered).toBe(status[code] ?? 400);
    // An error that the client cannot mend is never answered as a fault of its request, nor the other way round.
    expect(body.error === "INTERNAL_SERVER_ERROR").toBe(answered >= 429);
  });
});

const atField = (field: string): Error =>
  refuse("NOT_FOUND", {
    errors: [{ in: "body", pointer: `#/${field}`, code: "INVALID_VALUE", detail: "is unknown" }],
  });

it.each([
  ["an unknown product", atField("productId"), "INVALID_PRODUCT_ID", { productId: "prd_1" }],
  ["an unknown option", atField("optionId"), "INVALID_OPTION_ID", { optionId: "opt_1" }],
  ["no departure", refuse("NOT_A_DEPARTURE"), "INVALID_AVAILABILITY_ID", sent.availabilityId],
  [
    "a departure in the past",
    refuse("IN_THE_PAST"),
    "INVALID_AVAILABILITY_ID",
    sent.availabilityId,
  ],
  ["an expired hold", refuse("HOLD_EXPIRED"), "INVALID_BOOKING_UUID", { uuid: "r-1" }],
  ["an unknown booking", refuse("NOT_FOUND"), "INVALID_BOOKING_UUID", { uuid: "r-1" }],
  [
    "a unit that the façade does not know",
    refuseOcto("INVALID_UNIT_ID", "No unit has this id", { unitId: "unt_9" }),
    "INVALID_UNIT_ID",
    { unitId: "unt_9" },
  ],
])("%s is answered with the value that was sent", (_name, error, code, value) => {
  const named = typeof value === "string" ? { availabilityId: value } : value;
  const { status: answered, body } = answerOf(error);
  const { errorMessage, ...rest } = body;
  expect([answered, rest]).toEqual([400, { error: code, requestId, ...named }]);
  expect(errorMessage).not.toBe("");
});

it("names the product where the path has no other id", () => {
  const { body } = answerOf(refuse("NOT_FOUND"), { productId: "prd_1" });
  expect(body).toMatchObject({ error: "INVALID_PRODUCT_ID", productId: "prd_1" });
});

it("answers 404 for a path that is none", () => {
  expect(answerOf(refuse("NOT_FOUND"), null)).toMatchObject({
    status: 404,
    body: { error: "BAD_REQUEST" },
  });
});

it("says which fields are at fault", () => {
  const errors = [
    { in: "body", pointer: "#/localDateEnd", code: "REQUIRED", detail: "is required" },
  ] as const;
  const { body } = answerOf(refuse("VALIDATION_FAILED", { detail: "1 field is invalid", errors }));
  expect(body.errorMessage).toBe("1 field is invalid; localDateEnd: is required");
});

it("distinguishes a missing credential from one that is not good", () => {
  const refusal = refusalOf(refuse("UNAUTHENTICATED"));
  assert(refusal);
  const errors = [true, false].map(
    (hasCredential) => octoErrorOf({ refusal, requestId, hasCredential }).body.error,
  );
  expect(errors).toEqual(["FORBIDDEN", "UNAUTHORIZED"]);
});

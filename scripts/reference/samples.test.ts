import { describe, expect, it } from "@jest/globals";
import type { Operation } from "../client/operations.ts";
import { samplesOf } from "./samples.ts";

const operation = {
  group: "bookings",
  name: "cancel",
  operationId: "cancelBooking",
  method: "POST",
  path: "/bookings/{id}/cancel",
  pathFields: ["id"],
  input: { place: "body", isRequired: false, type: "CancelBookingRequest", fields: [] },
  isOpen: false,
} as unknown as Operation;

const example = {
  path: { id: "bkg_1" },
  body: { reason: 'it\'s "late"', refund: true, note: null },
  answer: {},
};

describe("samples of a request with a body", () => {
  const samples = samplesOf(operation, example);

  it("quote for a shell", () => {
    expect(samples.curl).toBe(String.raw`curl -X POST \
  "$SLIPWAY_URL/api/v1/bookings/bkg_1/cancel" \
  -H "Authorization: Bearer $SLIPWAY_KEY" \
  -H "Content-Type: application/json" \
  -d '{
  "reason": "it'\''s \"late\"",
  "refund": true,
  "note": null
}'`);
  });

  it("call a method of the client", () => {
    expect(samples.typescript).toContain('await slipway.bookings.cancel("bkg_1", {\n  reason:');
  });

  it("are Python, where JSON is not", () => {
    expect(samples.python).toContain('"refund": True,');
    expect(samples.python).toContain('"note": None,');
  });
});

describe("samples of a request with a query", () => {
  const fields = [
    { name: "limit", required: false, schema: { type: "integer" } },
    { name: "status", required: false, schema: {} },
  ];
  const input = { place: "query", isRequired: false, type: "Q", fields } as const;
  const list = {
    ...operation,
    method: "GET",
    path: "/bookings",
    pathFields: [],
    name: "list",
    input,
  };
  const query = { limit: "20", status: "CONFIRMED" };
  const samples = samplesOf(list, { query, answer: {} });

  it("have it in the address", () => {
    expect(samples.curl).toContain('"$SLIPWAY_URL/api/v1/bookings?limit=20&status=CONFIRMED"');
  });

  it("give the client numbers as numbers", () => {
    expect(samples.typescript).toContain('list({\n  limit: 20,\n  status: "CONFIRMED"\n})');
  });
});

it("an open operation needs no key, and one without an example keeps its parameters", () => {
  const samples = samplesOf({ ...operation, isOpen: true }, undefined);
  expect(samples.curl).not.toContain("Authorization");
  expect(samples.curl).toContain("/bookings/{id}/cancel");
  expect(samples.typescript).toContain("bookings.cancel(id)");
});

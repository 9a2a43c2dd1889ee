import { describe, expect, it } from "@jest/globals";
import { type Asked, requestOf } from "./request.ts";
import { type ClientOptions, settingsOf } from "./settings.ts";

const get = { name: "bookings.get", method: "GET", path: "/bookings/{id}" };
const list = { name: "bookings.list", method: "GET", path: "/bookings", input: "query" } as const;
const cancel = {
  name: "bookings.cancel",
  method: "POST",
  path: "/bookings/{id}/cancel",
  input: "body",
} as const;

function made(asked: Partial<Asked> & Pick<Asked, "operation">, more: Partial<ClientOptions> = {}) {
  const settings = settingsOf({ baseUrl: "https://slipway.example/", ...more }, "1.2.3");
  const { url, init } = requestOf(settings, { path: [], input: undefined, options: {}, ...asked });
  return { url, ...init, headers: Object.fromEntries(new Headers(init.headers)) };
}

describe("the request of a call", () => {
  it("has the path's values in their place", () => {
    expect(made({ operation: get, path: ["a/b ?"] }).url).toBe(
      "https://slipway.example/api/v1/bookings/a%2Fb%20%3F",
    );
  });

  it.each(["", ".", "..", undefined as unknown as string])(
    "is not made with the id %j, which would name another operation",
    (id) => {
      expect(() => made({ operation: get, path: [id] })).toThrow(
        new TypeError("bookings.get: id must be an id."),
      );
    },
  );

  it("has a query of what is given", () => {
    const input = { from: "2027-06-15T09:00:00+02:00", status: undefined, limit: 5 };
    const { url, body } = made({ operation: list, input });
    expect([new URL(url).search, body]).toEqual([
      "?from=2027-06-15T09%3A00%3A00%2B02%3A00&limit=5",
      undefined,
    ]);
    expect(made({ operation: list }).url).toBe("https://slipway.example/api/v1/bookings");
  });

  it("has a body and its type only where something is sent", () => {
    const asked = { operation: cancel, path: ["bkg_1"] };
    const { body, headers } = made({ ...asked, input: { reason: "rain" } });
    expect([body, headers["content-type"]]).toEqual(['{"reason":"rain"}', "application/json"]);
    const empty = made(asked);
    expect([empty.body, empty.headers["content-type"]]).toEqual([undefined, undefined]);
  });

  it("says who sends it, and does not let headers of the call replace that", () => {
    const options = { headers: { authorization: "none", traceparent: "00-1-2-01" } };
    const { headers, credentials } = made(
      { operation: get, path: ["a"], options },
      { apiKey: "slw_1" },
    );
    expect([headers, credentials]).toEqual([
      {
        accept: "application/json",
        authorization: "Bearer slw_1",
        traceparent: "00-1-2-01",
        "x-slipway-client": "slipway-js/1.2.3",
      },
      "omit",
    ]);
  });

  it("replaces headers of the program whose names differ in case", () => {
    const options = { headers: { Authorization: "none", "X-Till": "south" } };
    const { headers } = made(
      { operation: cancel, path: ["a"], input: {}, options: { headers: options.headers } },
      { apiKey: "slw_1", headers: { ACCEPT: "text/html", "x-till": "north" } },
    );
    expect(headers).toEqual({
      accept: "application/json",
      authorization: "Bearer slw_1",
      "content-type": "application/json",
      "x-slipway-client": "slipway-js/1.2.3",
      "x-till": "north",
    });
  });

  it("is sent with the cookie of a session, and without a key", () => {
    const { headers, credentials, url } = made(
      { operation: get, path: ["a"] },
      { baseUrl: "", session: "cookie" },
    );
    expect([url, credentials, headers["authorization"]]).toEqual([
      "/api/v1/bookings/a",
      "same-origin",
      undefined,
    ]);
  });
});

describe("a client", () => {
  it.each([
    [{ baseUrl: "slipway.example" }, "baseUrl must be the http or https URL of the server."],
    [
      { baseUrl: "", apiKey: "slw_1", session: "cookie" as const },
      "A client has an apiKey or a session, not both.",
    ],
  ])("is not made with %j", (options, message) => {
    expect(() => settingsOf(options, "1.2.3")).toThrow(new TypeError(message));
  });
});

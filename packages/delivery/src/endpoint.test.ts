import { expect, it } from "@jest/globals";
import { refusalOf } from "@slipway/broker";
import { endpointChange, isSameOrigin, openEndpoint, refuseHttp, resealed } from "./endpoint.ts";
import { createSealer } from "./seal.ts";

it.each([
  ["https://a.example/one", "https://a.example/two?three", true],
  ["https://a.example/", "HTTPS://A.example:443/", true],
  ["https://a.example/", "http://a.example/", false],
  ["https://a.example/", "https://b.example/", false],
  ["https://a.example/", "https://a.example.b.example/", false],
  ["https://a.example/", "https://a.example:8443/", false],
  ["https://a.example/", "https://www.a.example/", false],
])("%s and %s are of one origin: %s", (one, other, expected) => {
  expect(isSameOrigin(one, other)).toBe(expected);
});

it.each([
  [true, "http://a.example/", "VALIDATION_FAILED"],
  [true, "HTTP://a.example/", "VALIDATION_FAILED"],
  [true, "https://a.example/", undefined],
  [true, null, undefined],
  [true, undefined, undefined],
  [false, "http://a.example/", undefined],
])("with requireHttps %s, %s is refused with %s", (requireHttps, url, code) => {
  let refusal: string | undefined;
  try {
    refuseHttp("url", url, { requireHttps });
  } catch (error) {
    refusal = refusalOf(error)?.code;
  }
  expect(refusal).toBe(code);
});

const bound = "ten_1|whs_1";
const sealer = createSealer([{ name: "one", bytes: Buffer.alloc(32, 1) }]);
const sealed = (text: string): string => sealer.seal(text, bound);
const kept = {
  url: "https://a.example/hook",
  headers: sealed('{"x-token":"mine"}'),
  secret: sealed("new"),
  previousSecret: {
    secret: sealed("old"),
    endsAt: new Date(1_000),
    older: [{ secret: sealed("older"), endsAt: new Date(500) }],
  },
};

it.each<[string, { url?: string; headers?: Record<string, string> }, object]>([
  ["nothing", {}, {}],
  ["what is", { url: kept.url, headers: { "x-token": "mine" } }, {}],
  ["another path", { url: "https://a.example/b" }, { url: "https://a.example/b" }],
  ["another server", { url: "https://b.example/" }, { url: "https://b.example/", headers: {} }],
  [
    "another server and headers",
    { url: "https://b.example/", headers: { "x-token": "mine" } },
    { url: "https://b.example/" },
  ],
  ["other headers", { headers: { a: "b" } }, { headers: { a: "b" } }],
])("a change that asks for %s", (_name, { url, headers }, expected) => {
  expect(endpointChange(sealer, kept, { url, headers, boundTo: bound })).toEqual(expected);
});

it.each([
  [499, ["new", "old", "older"]],
  [999, ["new", "old"]],
  [1_000, ["new"]],
])("opens the texts, at %s with the secrets %s", (now, secrets) => {
  const opened = { url: kept.url, headers: { "x-token": "mine" }, secrets };
  expect(openEndpoint(sealer, kept, { boundTo: bound, now })).toEqual(opened);
});

it("seals each text again, and leaves one replaced secret of an earlier release as it was", () => {
  const again = (text: string): string => `again ${sealer.open(text, bound)}`;
  expect(resealed(kept, again)).toEqual({
    headers: 'again {"x-token":"mine"}',
    secret: "again new",
    previousSecret: {
      secret: "again old",
      endsAt: new Date(1_000),
      older: [{ secret: "again older", endsAt: new Date(500) }],
    },
  });
  const { older: _, ...previousSecret } = kept.previousSecret;
  expect(resealed({ ...kept, previousSecret }, again).previousSecret).toEqual({
    secret: "again old",
    endsAt: new Date(1_000),
  });
});

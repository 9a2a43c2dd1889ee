/** Pages for a person whose browser is refused, and JSON for programs. */
import { expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { sharedClient } from "./client.ts";
import { rawAnswer } from "./raw-answer.ts";

const gateway = forThisFile(() => sharedClient());

async function ask(path: string, accept: string, method = "GET") {
  const answer = await fetch(gateway.url + path, { method, headers: { accept } });
  const { status, headers } = answer;
  return { status, headers, type: headers.get("content-type"), text: await answer.text() };
}

/** As Chromium asks for a page that a person opens. */
const ofBrowser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
/** As Java asks, unless its caller says otherwise. */
const ofJava = "text/html, image/gif, image/jpeg, */*; q=0.2";

it.each([
  "/calendars/cal_unknown.ics",
  "/photos/unknown",
  "/docs/errors/no-such-code",
  "/console/index-ABCDEFGH.js",
  "/nothing",
])("shows a person at %s a page without a script", async (path) => {
  const { status, type, headers, text } = await ask(path, ofBrowser);
  expect([status, type]).toEqual([404, "text/html; charset=utf-8"]);
  expect(text).toContain("There is nothing at this address.");
  expect(text).toContain(headers.get("x-request-id"));
  expect(headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  expect(await ask(path, ofBrowser, "HEAD")).toMatchObject({ status: 404, type, text: "" });
});

it.each([
  ["/nothing", "*/*"],
  ["/calendars/cal_unknown.ics", "text/calendar"],
  ["/nothing", "text/html;q=0, */*"],
  ["/api/v1/nothing", ofBrowser],
  ["/api/v1/bookings", ofJava],
  ["/octo/nothing", ofBrowser],
])("answers a program that asks for %s with Accept: %s by JSON", async (path, accept) => {
  const { type, text } = await ask(path, accept);
  expect(type).toBe("application/json; charset=utf-8");
  expect(JSON.parse(text)).toBeInstanceOf(Object);
});

it("answers a change by JSON, whatever it accepts", async () => {
  const { status, type } = await ask("/console", ofBrowser, "POST");
  expect([status, type]).toEqual([405, "application/json; charset=utf-8"]);
});

it("shows a page to a person who opens a photo of the API in a tab without a session", async () => {
  const url = `${gateway.url}/api/v1/products/prd_1/photos/pho_1/content`;
  const headers = { accept: ofBrowser, "sec-fetch-mode": "navigate" };
  const { status, said, bytes } = await rawAnswer(url, { headers });
  expect([status, said["content-type"]]).toEqual([401, "text/html; charset=utf-8"]);
  expect(String(bytes)).toContain("Log in to the console first, then load this page again.");
  const byScript = { accept: ofBrowser, "sec-fetch-mode": "cors" };
  const answer = await rawAnswer(url, { headers: byScript });
  expect(answer.said["content-type"]).toBe("application/json; charset=utf-8");
});

import { beforeAll, describe, expect, it } from "@jest/globals";
import { type Client, sharedClient } from "./client.ts";

let gateway: Client;
let page: string;

beforeAll(async () => {
  gateway = await sharedClient();
  page = (await get("")).text;
});

/** Reads the whole answer: one that is left keeps its connection, and with that the process. */
async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${gateway.url}/console${path}`, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const scriptPath = (): string => /\/console(\/app\.\w+\.js)"/.exec(page)?.[1] ?? "";

describe("/console", () => {
  it.each(["", "/", "/day/2027-06-01", "/bookings/bkg_1"])(
    "answers %s with the page",
    async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([
        200,
        "text/html; charset=utf-8",
      ]);
      expect(answer.text).toBe(page);
    },
  );

  it("allows the page nothing but its own script and style, and no text that becomes code", async () => {
    const { headers } = await get("");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(headers.get("cache-control")).toBe("no-cache");
  });

  it("allows a page that is read again after a 304 as much", async () => {
    const { headers } = await get("");
    const again = await get("", { "if-none-match": headers.get("etag") ?? "" });
    expect(again.status).toBe(304);
    expect(again.headers.get("content-security-policy")).toBe(
      headers.get("content-security-policy"),
    );
  });

  it("lets a browser keep for ever what is named after its content", async () => {
    const answer = await get(scriptPath(), { "accept-encoding": "identity" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(answer.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    const tag = answer.headers.get("etag") ?? "";
    expect(
      (await get(scriptPath(), { "accept-encoding": "identity", "if-none-match": tag })).status,
    ).toBe(304);
  });

  it("compresses", async () => {
    const plain = await get(scriptPath(), { "accept-encoding": "identity" });
    const encoded = await get(scriptPath(), { "accept-encoding": "br" });
    expect(encoded.headers.get("content-encoding")).toBe("br");
    expect(Number(encoded.headers.get("content-length"))).toBeLessThan(
      Number(plain.headers.get("content-length")) / 2,
    );
  });

  it("has no page in place of a script that is gone", async () => {
    expect((await get("/app.ABCDEFGH.js")).status).toBe(404);
  });
});

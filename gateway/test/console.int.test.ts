import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { defaultLimits } from "../src/limit-table.ts";
import { sharedClient } from "./client.ts";
import { testGateway } from "./testing.ts";

let page: string;

const gateway = forThisFile(() => sharedClient());
beforeAll(async () => {
  page = (await get("")).text;
});

/** Reads the whole answer: one that is left keeps its connection, and with that the process. */
async function get(path: string, headers: Record<string, string> = {}) {
  const url = `${gateway.url}/console${path}`;
  const answer = await fetch(url, { headers, redirect: "manual" });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

const nonceIn = (text: string): string => /nonce="([^"]+)"/.exec(text)?.[1] ?? "";
const scriptPath = (): string => /\/console(\/[\w-]+\.js)"/.exec(page)?.[1] ?? "";

describe("/console", () => {
  it.each(["/", "/day/2027-06-01", "/bookings/bkg_1"])(
    "answers %s with the same page, and a nonce of its own",
    async (path) => {
      const { status, headers, text } = await get(path);
      expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      expect(nonceIn(text)).not.toBe(nonceIn(page));
      expect(text.replace(nonceIn(text), "")).toBe(page.replace(nonceIn(page), ""));
    },
  );

  it("allows the page nothing but its own files, style by its nonce, and no text that becomes code", async () => {
    const { headers, text } = await get("");
    expect(headers.get("content-security-policy")).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonceIn(text)}'; font-src 'self'; ` +
        "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default",
    );
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it("lets a browser keep for ever what is named after its content", async () => {
    const style = /\/console(\/[\w-]+\.css)"/.exec(page)?.[1] ?? "";
    const font = /[\w-]+\.woff2/.exec((await get(style)).text)?.[0] ?? "";
    for (const [path, type] of [
      [scriptPath(), "text/javascript; charset=utf-8"],
      [style, "text/css; charset=utf-8"],
      [`/${font}`, "font/woff2"],
    ] as const) {
      const { status, headers } = await get(path);
      expect([path, status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
        path,
        200,
        type,
        "public, max-age=31536000, immutable",
      ]);
      const tag = headers.get("etag") ?? "";
      expect((await get(path, { "if-none-match": tag })).status).toBe(304);
    }
  });

  it("answers its service worker with a policy of its own, to be asked for each time", async () => {
    const { status, headers, text } = await get("/check-in-worker.js");
    expect([status, headers.get("cache-control"), headers.get("content-security-policy")]).toEqual([
      200,
      "no-cache",
      "default-src 'none'; connect-src 'self'",
    ]);
    // One file: an import would be asked for by the page's rules.
    expect(text).not.toMatch(/\bimport\b/);
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
    expect((await get("/index-ABCDEFGH.js")).status).toBe(404);
  });
});

describe("the share of an address", () => {
  const { docsPerMinute, consolePerMinute } = defaultLimits;
  const usual = forThisFile(() =>
    testGateway(
      `${import.meta.url}#usual`,
      { services: ["auth"] },
      { docsPerMinute, consolePerMinute },
    ),
  );
  const small = forThisFile(() =>
    testGateway(
      `${import.meta.url}#small`,
      { services: ["auth"] },
      { docsPerMinute: 1, consolePerMinute: 3 },
    ),
  );
  const statusOf = async (url: string, headers: Record<string, string> = {}): Promise<number> => {
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    return answer.status;
  };

  it("lets ten new browsers of one office begin in the same minute", async () => {
    const statuses = new Set<number>();
    for (let browser = 0; browser < 10; browser++)
      for (const path of ["/day", ...Array.from({ length: 20 }, scriptPath)])
        statuses.add(await statusOf(`${usual.url}/console${path}`));
    expect([...statuses]).toEqual([200]);
    expect(await statusOf(`${usual.url}/docs`)).toBe(200);
  });

  it("is apart from that of the reference, and counts nothing that a browser has kept", async () => {
    const script = await fetch(`${small.url}/console${scriptPath()}`);
    await script.arrayBuffer();
    const known = { "if-none-match": script.headers.get("etag") ?? "" };
    for (let times = 0; times < 5; times++)
      expect(await statusOf(`${small.url}/console${scriptPath()}`, known)).toBe(304);
    for (const status of [200, 200, 429])
      expect(await statusOf(`${small.url}/console`)).toBe(status);
    expect(await statusOf(`${small.url}/docs`)).toBe(200);
    expect(await statusOf(`${small.url}/docs`)).toBe(429);
    const seen = await fetch(`${small.url}/console`, { headers: { accept: "text/html" } });
    expect(seen.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await seen.text()).toContain("Wait a minute, then load this page again.");
  });
});

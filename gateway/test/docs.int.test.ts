/** The reference and the document that it shows: the same for every client, so made once. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { refusals } from "@slipway/contracts";
import { countAnswers, sendKept } from "../src/http/kept-answer.ts";
import { rawAnswer } from "./raw-answer.ts";
import { type TestGateway, testGateway } from "./testing.ts";

const gateways: TestGateway[] = [];
async function aGateway(
  name: string,
  docsPerMinute: number,
  settings: { hasDocs?: boolean; publicUrl?: string; securityContact?: string } = {},
): Promise<TestGateway> {
  const limits = { docsPerMinute, trustedProxies: "loopback", ...settings };
  const gateway = await testGateway(`${import.meta.url}#${name}`, { services: ["auth"] }, limits);
  gateways.push(gateway);
  return gateway;
}
afterAll(() => Promise.all(gateways.map((gateway) => gateway.stop())));

const ask = (gateway: TestGateway, path: string, headers: Record<string, string> = {}) =>
  rawAnswer(gateway.url + path, { headers });

/** The headers that a copy is kept by: a 304 says them as its 200 does. */
const repeatedOf = (said: object) =>
  Object.entries(said).filter(([name]) => !/^(content-(le|ty|en)|date$|x-request-id)/.test(name));

const files = [
  ["/docs", "no-cache"],
  ["/docs/swagger-ui-bundle.js", "no-cache"],
  ["/api/v1/openapi.json", "no-store"],
] as const;

describe.each(files)("GET %s", (path, kept) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = gateways[0] ?? (await aGateway("kept", 0));
  });

  it("is compressed for a client that takes gzip or brotli, and for no other", async () => {
    const zipped = await ask(gateway, path, { "accept-encoding": "gzip, br" });
    expect(zipped.said).toMatchObject({
      "content-encoding": "gzip",
      "content-length": String(zipped.bytes.length),
      "cache-control": kept,
      vary: "Accept-Encoding",
      "x-content-type-options": "nosniff",
    });
    const brotli = await ask(gateway, path, { "accept-encoding": "br" });
    expect(brotli.said).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding" });
    expect(brotliDecompressSync(brotli.bytes).equals(gunzipSync(zipped.bytes))).toBe(true);
    for (const encoding of ["identity", "gzip;q=0", "deflate", undefined]) {
      const asked = encoding === undefined ? {} : { "accept-encoding": encoding };
      const plain = await ask(gateway, path, asked);
      expect(plain.said).not.toHaveProperty("content-encoding");
      expect(plain.bytes.equals(gunzipSync(zipped.bytes))).toBe(true);
    }
  });

  it("is not sent to a client that has it, in the form that it has", async () => {
    for (const encoding of ["gzip", "br", "identity"]) {
      const first = await ask(gateway, path, { "accept-encoding": encoding });
      const tag = first.said.etag ?? "";
      const other = encoding === "identity" ? "gzip" : "identity";
      const again = { "if-none-match": `"none", W/${tag}`, "accept-encoding": encoding };
      const known = await ask(gateway, path, again);
      expect([known.status, known.bytes.length, known.said.etag]).toEqual([304, 0, tag]);
      expect(repeatedOf(known.said)).toEqual(repeatedOf(first.said));
      const inOther = await ask(gateway, path, { ...again, "accept-encoding": other });
      expect(inOther.status).toBe(200);
    }
  });
});

it("a picture of the reference is sent as it is", async () => {
  const gateway = gateways[0] as TestGateway;
  const { said } = await ask(gateway, "/docs/favicon-32x32.png", { "accept-encoding": "gzip, br" });
  expect(said).toMatchObject({ "content-type": "image/png" });
  expect(said).not.toHaveProperty("content-encoding");
});

describe("the reference and its document together", () => {
  it("are answered so often to one address in a minute, and to another all the same", async () => {
    const gateway = await aGateway("counted", 3);
    const from = (ip: string) => ({ "x-forwarded-for": ip });
    const statuses = [];
    for (const [path] of [...files, ...files])
      statuses.push((await ask(gateway, path, from("2001:db8::1"))).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429]);
    const neighbour = await ask(gateway, "/docs", from("2001:db8::2"));
    expect(neighbour.status).toBe(429);
    expect(neighbour.said["retry-after"]).toMatch(/^\d+$/);
    expect(JSON.parse(String(neighbour.bytes))).toMatchObject({ code: "RATE_LIMITED" });
    const other = await ask(gateway, "/docs", from("2001:db8:0:1::1"));
    expect(other.status).toBe(200);
    const known = { ...from("2001:db8::1"), "if-none-match": other.said.etag ?? "" };
    expect((await ask(gateway, "/docs", known)).status).toBe(304);
    expect((await fetch(`${gateway.url}/livez`)).status).toBe(200);
    // Log-ins at a provider are counted apart.
    const logIns = [];
    for (const path of ["providers", "unknown", "unknown/callback", "providers"])
      logIns.push((await ask(gateway, `/log-in/${path}`, from("2001:db8::1"))).status);
    expect(logIns).toEqual([200, 404, 303, 429]);
  });

  it("are made once, however many ask, and again where that has failed", async () => {
    let made = 0;
    const load = async (): Promise<Buffer> => {
      if (++made === 1) throw new Error("too many open files");
      return Buffer.from("text");
    };
    const answered: unknown[] = [];
    const response = {
      writeHead: () => response,
      end: (bytes: Buffer) => void answered.push(String(bytes)),
    };
    const send = sendKept(load, countAnswers(0), {});
    const serve = async (): Promise<void> => {
      await send({ headers: {} } as never, response as never, () => {});
    };
    await expect(serve()).rejects.toThrow("too many open files");
    await Promise.all(Array.from({ length: 50 }, serve));
    expect([made, new Set(answered), answered.length]).toEqual([2, new Set(["text"]), 50]);
  });
});

describe("HEAD of a path beside the API", () => {
  it.each([
    ["/livez", 200],
    ["/readyz", 200],
    ["/startupz", 200],
    ["/docs", 200],
    ["/docs/", 308],
    ["/docs/begin.js", 200],
    ["/docs/samples.json", 200],
    ["/docs/favicon-32x32.png", 200],
    ["/docs/errors", 200],
    ["/docs/errors/not-found", 200],
    ["/docs/errors/none", 404],
    ["/api/v1/openapi.json", 200],
    ["/octo/openapi.json", 200],
    ["/console", 200],
    ["/console/bookings", 200],
    ["/console/none.js", 404],
    ["/calendars/none.ics", 404],
    ["/photos/none", 404],
    ["/log-in/providers", 200],
    ["/nowhere", 404],
  ])("%s is GET without the body", async (path, status) => {
    const gateway = gateways[0] as TestGateway;
    const [ofGet, ofHead] = [
      await ask(gateway, path),
      await rawAnswer(gateway.url + path, { method: "HEAD" }),
    ];
    expect([ofGet.status, ofHead.status, ofHead.bytes.length]).toEqual([status, status, 0]);
    const own = /^(date|x-request-id|content-length|transfer-encoding|content-security-policy)$/;
    const others = (said: object) => Object.entries(said).filter(([name]) => !own.test(name));
    expect(others(ofHead.said)).toEqual(others(ofGet.said));
    const length = ofHead.said["content-length"] ?? ofGet.said["content-length"];
    expect(length).toBe(ofGet.said["content-length"]);
  });
});

describe("the page of an error code", () => {
  const problemJson = "application/problem+json";

  it("is where the type of a problem leads, for a client that names that type", async () => {
    const gateway = gateways[0] as TestGateway;
    for (const accept of [problemJson, `application/json, ${problemJson};q=0.5`]) {
      const { status, said, bytes } = await ask(gateway, "/api/v1/me", { accept });
      expect([status, said["content-type"]]).toEqual([401, problemJson]);
      const { type, ...problem } = JSON.parse(String(bytes)) as { type: string };
      expect(problem).toMatchObject({ code: "UNAUTHENTICATED", status: 401 });
      expect(type).toBe(`${gateway.url}/docs/errors/unauthenticated`);
      const page = await fetch(type);
      expect([page.status, page.headers.get("content-type")]).toEqual([
        200,
        "text/html; charset=utf-8",
      ]);
      const text = await page.text();
      for (const shown of [refusals.UNAUTHENTICATED.title, "What it means", "What to do"])
        expect(text).toContain(shown);
    }
  });

  it("is no business of other clients: they get a URN, as JSON", async () => {
    const gateway = gateways[0] as TestGateway;
    for (const accept of [undefined, "*/*", "application/json", `${problemJson};q=0`]) {
      const headers = accept === undefined ? {} : { accept };
      const { said, bytes } = await ask(gateway, "/api/v1/me", headers);
      expect(said["content-type"]).toBe("application/json; charset=utf-8");
      expect(JSON.parse(String(bytes))).toMatchObject({
        type: "urn:slipway:error:unauthenticated",
      });
    }
  });

  it("is there for each code, in either way to write it, and for nothing else", async () => {
    const gateway = gateways[0] as TestGateway;
    const index = String((await ask(gateway, "/docs/errors")).bytes);
    for (const code of Object.keys(refusals)) {
      const name = code.toLowerCase().replaceAll("_", "-");
      expect(index).toContain(`href="errors/${name}"`);
      for (const written of [name, code])
        expect([code, (await ask(gateway, `/docs/errors/${written}`)).status]).toEqual([code, 200]);
    }
    expect((await ask(gateway, "/docs/errors/to-string")).status).toBe(404);
  });
});

describe("a gateway without a reference page", () => {
  it("has nothing at its addresses, and the document all the same", async () => {
    const gateway = await aGateway("without", 0, { hasDocs: false });
    for (const path of ["/docs", "/docs/", "/docs/begin.js", "/docs/errors/not-found"])
      expect([path, (await ask(gateway, path)).status]).toEqual([path, 404]);
    const accept = "application/problem+json";
    const { bytes } = await ask(gateway, "/api/v1/me", { accept });
    expect(JSON.parse(String(bytes))).toMatchObject({ type: "urn:slipway:error:unauthenticated" });
    expect((await ask(gateway, "/api/v1/openapi.json")).status).toBe(200);
  });
});

describe("Strict-Transport-Security", () => {
  const said = async (gateway: TestGateway, headers: Record<string, string> = {}) =>
    (await ask(gateway, "/livez", headers)).said["strict-transport-security"];

  it("is said for this host alone, where the client came by TLS", async () => {
    const gateway = gateways[0] as TestGateway;
    expect(await said(gateway)).toBeUndefined();
    expect(await said(gateway, { "x-forwarded-proto": "https" })).toBe("max-age=31536000");
  });

  it("is said where the public address is https, and not where it is http", async () => {
    const secure = await aGateway("https", 0, { publicUrl: "https://book.example.com" });
    expect(await said(secure)).toBe("max-age=31536000");
    const plain = await aGateway("http", 0, { publicUrl: "http://book.example.com" });
    expect(await said(plain, { "x-forwarded-proto": "https" })).toBeUndefined();
  });
});

describe("GET /.well-known/security.txt", () => {
  it("says where the operator is reached, for less than a year", async () => {
    const securityContact = "mailto:security@example.com";
    const gateway = await aGateway("security", 0, { securityContact });
    const { status, said, bytes } = await ask(gateway, "/.well-known/security.txt");
    expect([status, said["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    const [contact, expires = ""] = bytes.toString("utf8").split("\n");
    expect(contact).toBe("Contact: mailto:security@example.com");
    const daysLeft = (Date.parse(expires.replace("Expires: ", "")) - Date.now()) / 86_400_000;
    expect(daysLeft).toBeGreaterThan(80);
    expect(daysLeft).toBeLessThan(365);
  });

  it("is not there without a contact", async () => {
    const gateway = gateways[0] as TestGateway;
    expect((await ask(gateway, "/.well-known/security.txt")).status).toBe(404);
  });
});

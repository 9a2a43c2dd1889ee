import { beforeAll, describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { call } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { randomUUID } from "node:crypto";
import { type Reply, sharedClient } from "./client.ts";
import { type Reseller, aReseller, sendOcto } from "./octo-client.ts";

let owner: string;
let tenantId: string;
let supplierId: string;
let reseller: Reseller;

const gateway = forThisFile(() => sharedClient());
beforeAll(async () => {
  ({ key: owner, tenantId } = await gateway.aKey());
  supplierId = await aSupplier();
  reseller = await aReseller(gateway, owner, supplierId);
});

async function aSupplier(): Promise<string> {
  const { body } = await gateway.send("POST /suppliers", {
    key: owner,
    body: { name: "Laguna Viva", timezone: "Europe/Rome" },
  });
  return (body as { id: string }).id;
}

async function aSession(): Promise<string> {
  const email = `${randomUUID()}@laguna-viva.example`;
  const password = "correct horse battery";
  await call(gateway.platform.as(tenantId), auth.createUser, { email, password });
  const { body } = await gateway.send("POST /sessions", { body: { email, password } });
  return (body as { token: string }).token;
}

const errorOf = ({ status, body }: Reply): [number, string | undefined] => [
  status,
  (body as { error?: string }).error,
];
const codeOf = ({ status, body }: Reply): [number, string] => [
  status,
  (body as { code: string }).code,
];

const yes = [200, undefined];
const no = [400, "FORBIDDEN"];
const octo = async (key: string) => errorOf(await sendOcto(gateway, "GET /capabilities", { key }));

describe("8: a channel key", () => {
  it("opens /octo, with and without a slash at the end", async () => {
    for (const path of ["/capabilities", "/capabilities/"]) {
      const { status, body } = await sendOcto(gateway, `GET ${path}`, { key: reseller.key });
      const ids = (body as { id: string }[]).map(({ id }) => id);
      expect([status, ids]).toEqual([200, ["octo/pricing", "octo/content", "octo/notifications"]]);
    }
  });

  it("opens nothing of /api/v1 but GET /me", async () => {
    const { key } = reseller;
    const mine = await gateway.send("GET /me", { key });
    expect([mine.status, mine.body]).toMatchObject([200, { scopes: [] }]);
    for (const head of ["GET /suppliers", `GET /suppliers/${supplierId}`, "GET /bookings"])
      expect(codeOf(await gateway.send(head, { key }))).toEqual([403, "INSUFFICIENT_SCOPE"]);
  });
});

describe("8: other credentials at /octo", () => {
  it("are distinguished only by whether one was sent", async () => {
    expect(errorOf(await sendOcto(gateway, "GET /capabilities"))).toEqual([400, "UNAUTHORIZED"]);
    for (const key of [owner, `${reseller.key}x`, "nonsense"]) expect(await octo(key)).toEqual(no);
  });

  it("include the session of a user, by header and by cookie", async () => {
    const token = await aSession();
    expect(await octo(token)).toEqual(no);
    const headers = { Cookie: `slipway-session=${token}` };
    expect(errorOf(await sendOcto(gateway, "GET /capabilities", { headers }))).toEqual(no);
  });
});

describe("8: a channel key that is no longer good", () => {
  const change = (channelId: string, body: object) =>
    gateway.send(`PATCH /channels/${channelId}`, { key: owner, body });

  it("is refused from the answer on that revokes it", async () => {
    const { keyId, key } = await aReseller(gateway, owner, supplierId, "revoked");
    expect(await octo(key)).toEqual(yes);
    await gateway.send(`DELETE /api-keys/${keyId}`, { key: owner });
    expect(await octo(key)).toEqual(no);
  });

  it("is refused while its channel is disabled, and let in again afterwards", async () => {
    const { channelId, key } = await aReseller(gateway, owner, supplierId, "disabled");
    expect(await octo(key)).toEqual(yes);
    await change(channelId, { status: "DISABLED" });
    expect(await octo(key)).toEqual(no);
    await change(channelId, { status: "ACTIVE" });
    expect(await octo(key)).toEqual(yes);
  });

  it("is refused once its channel is another supplier's, or gone", async () => {
    const { channelId, key } = await aReseller(gateway, owner, supplierId, "moved");
    await change(channelId, { supplierId });
    expect(await octo(key)).toEqual(yes);
    await change(channelId, { supplierId: await aSupplier() });
    expect(await octo(key)).toEqual(no);
    await change(channelId, { supplierId: null });
    expect(await octo(key)).toEqual(yes);
    await gateway.send(`DELETE /channels/${channelId}`, { key: owner });
    expect(await octo(key)).toEqual(no);
  });
});

describe("issuing a channel key", () => {
  const issue = (key: string, body: object, channelId = reseller.channelId) =>
    gateway.send(`POST /channels/${channelId}/keys`, { key, body: { name: "Resale", ...body } });

  it("answers it with its channel and supplier, as the list of keys does", async () => {
    const { status, body } = await issue(owner, { supplierId });
    const { key: _text, ...record } = body as { key: string };
    const { channelId: channelConnectionId } = reseller;
    expect([status, record]).toMatchObject([
      201,
      { name: "Resale", scopes: [], channelConnectionId, supplierId },
    ]);
    const listed = await gateway.send("GET /api-keys", { key: owner });
    expect(listed.body).toContainEqual(record);
    expect(listed.body).toContainEqual(
      expect.objectContaining({ channelConnectionId: null, supplierId: null }),
    );
  });

  it("takes the channel's supplier, and needs one where the channel has none", async () => {
    const none = await issue(owner, {});
    expect([none.status, none.body]).toMatchObject([
      400,
      { errors: [{ pointer: "#/supplierId", code: "REQUIRED" }] },
    ]);
    const { body } = await gateway.send("POST /channels", {
      key: owner,
      body: { code: "of-one", name: "Of one supplier", supplierId },
    });
    const { id } = body as { id: string };
    expect((await issue(owner, {}, id)).body).toMatchObject({ supplierId });
    const other = await issue(owner, { supplierId: await aSupplier() }, id);
    expect([other.status, other.body]).toMatchObject([
      400,
      { errors: [{ pointer: "#/supplierId", code: "INVALID_VALUE" }] },
    ]);
  });

  it("is refused to a key that may not sell itself", async () => {
    const body = { name: "Keys alone", scopes: ["api-keys:*", "bookings:read"] };
    const made = await gateway.send("POST /api-keys", { key: owner, body });
    const { key } = made.body as { key: string };
    expect(codeOf(await issue(key, { supplierId }))).toEqual([403, "SCOPE_ESCALATION"]);
  });
});

describe("what every answer of /octo has", () => {
  it("is Octo-Env: live, and a request for tests is refused before anything else", async () => {
    const { headers } = await sendOcto(gateway, "GET /capabilities", { key: reseller.key });
    expect(headers.get("Octo-Env")).toBe("live");
    const test = await sendOcto(gateway, "GET /capabilities", { headers: { "Octo-Env": "test" } });
    expect(errorOf(test)).toEqual([400, "BAD_REQUEST"]);
    expect(test.headers.get("Octo-Env")).toBe("live");
  });

  it("is an error of the standard where no path or method is", async () => {
    const { key } = reseller;
    const unknown = await sendOcto(gateway, "GET /nonsense", { key });
    expect(errorOf(unknown)).toEqual([404, "BAD_REQUEST"]);
    const method = await sendOcto(gateway, "DELETE /supplier", { key });
    expect([errorOf(method), method.headers.get("Allow")]).toEqual([
      [405, "BAD_REQUEST"],
      "GET, HEAD",
    ]);
  });
});

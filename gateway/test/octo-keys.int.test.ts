import { beforeAll, describe, expect, it } from "@jest/globals";
import { type Client, type Reply, workerClient } from "./client.ts";
import { type Reseller, aReseller, sendOcto } from "./octo-client.ts";

let gateway: Client;
let owner: string;
let supplierId: string;
let reseller: Reseller;

beforeAll(async () => {
  gateway = await workerClient();
  ({ key: owner } = await gateway.aKey());
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

const errorOf = ({ status, body }: Reply): [number, string] => [
  status,
  (body as { error: string }).error,
];
const codeOf = ({ status, body }: Reply): [number, string] => [
  status,
  (body as { code: string }).code,
];

describe("a channel key", () => {
  it("opens /octo, with and without a slash at the end", async () => {
    for (const path of ["/capabilities", "/capabilities/"]) {
      const { status, body } = await sendOcto(gateway, `GET ${path}`, { key: reseller.key });
      expect([status, body]).toMatchObject([200, [{ id: "octo/pricing" }]]);
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

describe("other credentials at /octo", () => {
  it("are told apart only by whether one was sent", async () => {
    expect(errorOf(await sendOcto(gateway, "GET /capabilities"))).toEqual([400, "UNAUTHORIZED"]);
    for (const key of [owner, `${reseller.key}x`, "nonsense"])
      expect(errorOf(await sendOcto(gateway, "GET /capabilities", { key }))).toEqual([
        400,
        "FORBIDDEN",
      ]);
  });
});

/** Runs every request of docs/selling.md and docs/octo.md in its order, and compares the answers. */
import { describe, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { sharedClient } from "./client.ts";
import { sendOcto } from "./octo-client.ts";
import { anOctoShop } from "./octo-shop.ts";
import { type Answers, exchangesOn, sentWith } from "./page-exchanges.ts";

const gateway = forThisFile(() => sharedClient());

describe("docs/selling.md", () => {
  const exchanges = exchangesOn("selling.md");

  it("has requests and answers", () => {
    expect(exchanges.length).toBeGreaterThan(20);
    expect(exchanges.filter(({ head }) => head === "")).toEqual([]);
  });

  it("is answered as it says", async () => {
    const { key } = await gateway.aKey();
    const answers: Answers = new Map();
    for (const exchange of exchanges) {
      const { head, shown, ...request } = sentWith(exchange, answers);
      const { status, body } = await gateway.send(head, {
        // A request that names no key is sent with that of the tenant.
        key: "Authorization" in request.headers ? undefined : key,
        ...request,
      });
      if (exchange.name) answers.set(exchange.name, body);
      const usual = head.startsWith("POST") ? 201 : 200;
      const expected = { head, ...shown, status: shown.status ?? usual };
      expect({ head, status, body }).toMatchObject(expected);
    }
  });
});

describe("docs/octo.md", () => {
  const exchanges = exchangesOn("octo.md");

  it("has requests and answers", () => {
    expect(exchanges.length).toBeGreaterThan(7);
    expect(exchanges.filter(({ head }) => !/ \/(?:api\/v1|octo)\//.test(head))).toEqual([]);
  });

  it("is answered as it says", async () => {
    const { owner, supplierId } = await anOctoShop(gateway, { startTimes: ["09:00"] });
    const answers: Answers = new Map([["supplier", { id: supplierId }]]);
    for (const exchange of exchanges) {
      const { head, shown, ...request } = sentWith(exchange, answers);
      const key = (answers.get("key") as { key: string } | undefined)?.key;
      const { status, body } = head.includes(" /octo/")
        ? await sendOcto(gateway, head.replace("/octo", ""), { key, ...request })
        : await gateway.send(head.replace("/api/v1", ""), { key: owner, ...request });
      if (exchange.name) answers.set(exchange.name, body);
      const usual = head.includes(" /octo/") ? 200 : 201;
      const expected = { head, ...shown, status: shown.status ?? usual };
      expect({ head, status, body }).toMatchObject(expected);
    }
  });
});

/** A listener of the whole bus sees no secrets. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { forThisFile } from "@slipway/dev/testing-file";
import { isSecretAction, mutation } from "@slipway/contracts";
import * as contracts from "@slipway/contracts";
import { natsOf } from "@slipway/nats";
import { startTestNats } from "@slipway/dev/testing-nats";
import { systemRequestOf } from "@slipway/dev/testing-request";
import { z } from "zod";
import { type ServiceBroker, call, createBroker, on, serve } from "../src/index.ts";

const text = z.object({ password: z.string(), length: z.int() });
const keep = mutation("probe.keep", {
  input: z.object({ password: z.string() }),
  output: text,
  secret: true,
});
const show = mutation("probe.show", { input: z.object({ password: z.string() }), output: text });
let served: ServiceBroker;
let caller: ServiceBroker;
const heard: string[] = [];

const nats = forThisFile(() => startTestNats());
beforeAll(async () => {
  const aNode = async (nodeId: string): Promise<ServiceBroker> => {
    const broker = createBroker({ nodeId, natsUrl: nats.url, namespace: "sealed" });
    await broker.start();
    return broker;
  };
  const listener = await aNode("listener");
  natsOf(listener)?.subscribe(">", {
    callback: (_, message) => void heard.push(Buffer.from(message.data).toString()),
  });
  served = await aNode("served");
  const answer = (_: unknown, { password }: { password: string }) => ({
    password,
    length: password.length,
  });
  serve(served, "probe", [on(keep, answer), on(show, answer)], {
    isUp: () => true,
    failureOf: () => "fault",
  });
  caller = await aNode("caller");
  await caller.waitForServices("probe", 0, 20);
  stops.push(listener);
});
const stops: ServiceBroker[] = [];
afterAll(async () => {
  await Promise.all([...stops, served, caller].map((broker) => broker.stop()));
});

it("carries passwords and answers of secret actions sealed, and nothing else", async () => {
  const request = systemRequestOf(caller, "ten_1");
  const secret = { password: "a password of the tests" };
  expect(await call(request, keep, secret)).toEqual({ ...secret, length: 23 });
  const open = { password: "a word that everybody may hear" };
  await call(request, show, open);
  const all = heard.join("\n");
  expect(all).toContain(open.password);
  expect(all).toContain('"action":"probe.keep"');
  expect(all).not.toContain(secret.password);
});

it("reaches no node whose key is unknown, and begins nothing that is sealed to another node's", async () => {
  const { nodes } = caller.registry as unknown as {
    nodes: { get(id: string): { metadata: { hpkeKey: string | undefined } } };
  };
  const known = nodes.get("served").metadata;
  const { hpkeKey } = known;
  const request = systemRequestOf(caller, "ten_1");
  for (const key of [undefined, caller.metadata["hpkeKey"] as string]) {
    known.hpkeKey = key;
    await expect(call(request, keep, { password: "seen" })).rejects.toMatchObject({
      type: "SERVICE_UNAVAILABLE",
    });
  }
  expect(heard.join("\n")).not.toContain("seen");
  known.hpkeKey = hpkeKey;
});

it("seals every action with a password, a token, a key's text or a secret in it", () => {
  const sensitive = /"(password|secret|token|headers|key)":/;
  const open = Object.values(contracts)
    .flatMap((module) => (typeof module === "object" ? Object.values(module) : []))
    .filter((each): each is contracts.Action => {
      const { name, kind } = (each ?? {}) as Partial<contracts.Action>;
      return typeof name === "string" && kind !== undefined;
    })
    .filter(({ input, output }) =>
      [input, output].some((schema) =>
        sensitive.test(
          JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })),
        ),
      ),
    )
    .filter(({ name }) => !isSecretAction(name));
  expect(open.map(({ name }) => name)).toEqual([]);
});

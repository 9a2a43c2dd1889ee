import { expect, it } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { newSecret, signatureHeaders } from "./signature.ts";

const signed = { webhookId: "msg_1", body: '{"a":"ü"}' };

it("signs so that a library of others finds it good, with each of two secrets", () => {
  const secrets = [newSecret(), newSecret()];
  const headers = signatureHeaders({ ...signed, secrets }, Date.now());
  for (const secret of secrets)
    expect(new Webhook(secret).verify(signed.body, headers)).toEqual({ a: "ü" });
  expect(() => new Webhook(newSecret()).verify(signed.body, headers)).toThrow("No matching");
  expect(() => new Webhook(secrets[0]!).verify(`${signed.body} `, headers)).toThrow("No matching");
});

it("makes secrets of 32 bytes, each another", () => {
  const secrets = [newSecret(), newSecret()];
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_/);
    expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
  }
  expect(secrets[0]).not.toBe(secrets[1]);
});

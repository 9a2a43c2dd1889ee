import { expect, it } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { type EarlierSecret, newSecret, replaced, signatureHeaders, signing } from "./signature.ts";

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

it("keeps each replaced secret for 24 hours, also where one is made every hour, and refuses more", () => {
  // A second rotation ended the secret that receivers still used.
  const at = (hour: number): Date => new Date(hour * 3_600_000);
  let previous: EarlierSecret | null = null;
  for (let hour = 0; hour < 50; hour++)
    previous = replaced({ current: `made ${hour}`, previous }, at(hour));
  const secrets = { current: "made 50", previous };
  const signingAt = (hour: number): string[] => signing(secrets, at(hour).getTime());
  expect(signingAt(49)).toEqual(Array.from({ length: 25 }, (_, back) => `made ${50 - back}`));
  expect(signingAt(71)).toEqual(["made 50", "made 49", "made 48"]);
  expect(signingAt(73)).toEqual(["made 50"]);
  expect(() => replaced(secrets, at(49))).toThrow(
    expect.objectContaining({ type: "INVALID_STATE" }),
  );
});

/**
 * The request header `Idempotency-Key`: another way to send the `idempotencyKey` of a body, and the name of a change of one
 * record, which its client may repeat. Pure.
 */
import { createHash } from "node:crypto";
import { type Repeat, refuseFields } from "@slipway/broker";
import type { Action, Caller, FieldError } from "@slipway/contracts";

/**
 * The repeat that a change with this header may be. A key is the caller's own, an API key's or a user's, so nobody's key meets
 * that of another. Records keep hashes of it and of the input, no text of a client. Refuses VALIDATION_FAILED.
 */
export function repeatOf(
  key: string,
  { actorId }: Caller,
  { name }: Action,
  input: unknown,
): Repeat {
  const found =
    headerFault([key], {}) ??
    (key === "" || key.length > 200
      ? fault("INVALID_VALUE", "the header must have 1 to 200 characters")
      : undefined);
  if (found) throw refuseFields([found]);
  const own = [actorId, key];
  // With the key in it nobody who reads the record can try what the input was.
  return { key: hashOf(own), of: hashOf([...own, name, input]), isReplayed: false };
}

function hashOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
}

/** Clients do not agree on the encoding of other characters. */
const printableAscii = /^[\u0020-\u007E]*$/;

/** The fault of the header's values, alone or together with the body's field; undefined if there is none. */
export function headerFault(
  values: readonly string[],
  fields: Readonly<Record<string, unknown>>,
): FieldError | undefined {
  const [key = "", ...others] = values;
  const isGiven = Object.hasOwn(fields, "idempotencyKey");
  if (others.length > 0) return fault("INVALID_VALUE", "the header must be given once");
  if (!printableAscii.test(key)) return fault("INVALID_FORMAT", "the header must be ASCII");
  if (values.length > 0 && isGiven && fields["idempotencyKey"] !== key)
    return fault("MUTUALLY_EXCLUSIVE", "differs from the header Idempotency-Key");
  return undefined;
}

function fault(code: FieldError["code"], detail: string): FieldError {
  return { in: "body", pointer: "#/idempotencyKey", code, detail };
}

/**
 * The request header `Idempotency-Key`: another way to send the `idempotencyKey` of a body, and the name of a change of one
 * record, which its client may repeat. Pure.
 */
import { createHash } from "node:crypto";
import { type Repeat, refuse } from "@slipway/broker";
import type { Action, Caller, FieldError } from "@slipway/contracts";

/**
 * The repeat that a change with this header may be. A key is the caller's own, an API key's or a user's, so nobody's key meets
 * that of another. Records keep hashes of it and of the input, no text of a client.
 */
export function repeatOf(
  key: string,
  { actorId }: Caller,
  { name }: Action,
  input: unknown,
): Repeat {
  const own = [actorId, key];
  // With the key in it nobody who reads the record can try what the input was.
  return { key: hashOf(own), of: hashOf([...own, name, input]), isReplayed: false };
}

/** Refuses VALIDATION_FAILED where the header of a change is no key. The change has no field of that name to point at. */
export function requireKey(values: readonly string[]): void {
  const [key = ""] = values;
  const fits = key !== "" && key.length <= 200;
  const text = faultOf(values)?.text ?? (fits ? undefined : "must have 1 to 200 characters");
  if (text) throw refuse("VALIDATION_FAILED", { detail: `The header Idempotency-Key ${text}` });
}

function hashOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
}

/** Clients do not agree on the encoding of other characters. */
const printableAscii = /^[\u0020-\u007E]*$/;

/** The fault of the values of a header that was sent, alone or together with the body's field; undefined if there is none. */
export function headerFault(
  values: readonly string[],
  fields: Readonly<Record<string, unknown>>,
): FieldError | undefined {
  const found = faultOf(values);
  if (found) return fault(found.code, `the header Idempotency-Key ${found.text}`);
  const isGiven = Object.hasOwn(fields, "idempotencyKey");
  if (isGiven && fields["idempotencyKey"] !== values[0])
    return fault("MUTUALLY_EXCLUSIVE", "differs from the header Idempotency-Key");
  return undefined;
}

function faultOf([key = "", ...others]: readonly string[]) {
  if (others.length > 0) return { code: "INVALID_VALUE", text: "must be given once" } as const;
  if (printableAscii.test(key)) return undefined;
  return { code: "INVALID_FORMAT", text: "must be ASCII" } as const;
}

function fault(code: FieldError["code"], detail: string): FieldError {
  return { in: "body", pointer: "#/idempotencyKey", code, detail };
}

/** The request header `Idempotency-Key`: another way to send the `idempotencyKey` of a body. Pure. */
import type { FieldError } from "@slipway/contracts";

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

/** Where the next page of a list goes on: a position, as a token of the API or as a page of the bus. */
import { refuse, refuseFields } from "@slipway/broker";

/** A position as a client passes it on. */
export function tokenOf(position: unknown): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** The position in a token; refuses a text that no page has ended with, by the name of its field. */
export function readToken<Position>(
  token: string,
  parse: (position: unknown) => Position,
  refusal: { readonly field?: string; readonly detail?: string } = {},
): Position {
  try {
    return parse(JSON.parse(Buffer.from(token, "base64url").toString()));
  } catch {
    throw refuseToken(refusal);
  }
}

/** The error of a token that no page has ended with. */
export function refuseToken({ field = "cursor", detail = "is not a cursor" } = {}): Error {
  return refuseFields([{ in: "query", pointer: field, code: "INVALID_VALUE", detail }]);
}

/** The position in a page of the bus, which is plain JSON; refuses a text that is none. */
export function readPage<Position>(page: string, parse: (position: unknown) => Position): Position {
  try {
    return parse(JSON.parse(page));
  } catch {
    throw refuse("VALIDATION_FAILED");
  }
}

/** The request header `If-Match`: another way to send the `expectedUpdatedAt` of a body. Pure. */
import type { FieldError } from "@slipway/contracts";

const oneTag = /^(?:W\/)?"(?<updatedAt>[^"]*)"$/;

/** The `updatedAt` that the header names; undefined where it names none; null where it is no tag. */
export function taggedIn(header: string | undefined): string | null | undefined {
  const tag = header?.trim();
  if (tag === undefined || tag === "*") return undefined;
  return oneTag.exec(tag)?.groups?.["updatedAt"] ?? null;
}

export const ifMatchFault: FieldError = {
  in: "body",
  pointer: "#/expectedUpdatedAt",
  code: "INVALID_FORMAT",
  detail: "the header If-Match must be the ETag of the record",
};

/** A change that compares no version does not pass the header over: the client relies on it. No field is at fault. */
export const ifMatchUnknown = "This operation compares no version: leave the header If-Match out";

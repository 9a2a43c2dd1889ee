/** The request header `If-Match`: another way to send the `expectedUpdatedAt` of a body. Pure. */
import type { FieldError } from "@slipway/contracts";
import { z } from "zod";

/** The header as the OpenAPI document describes it, for routes that read it. */
export const ifMatchHeader = z.object({
  "If-Match": z
    .string()
    .meta({
      description:
        "The `ETag` of the record as you read it, in place of `expectedUpdatedAt`, which counts where both are sent. " +
        "`*` says nothing of the version.",
      examples: ['W/"2027-05-01T10:00:00.000Z"'],
    })
    .optional(),
});

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

/** Headers of requests, for routes that read them. */
import { z } from "zod";

export const idempotencyHeader = z.object({
  "Idempotency-Key": z
    .string()
    .min(1)
    .max(200)
    .meta({
      description:
        "Means the same as `idempotencyKey` in the body: 1 to 200 characters of printable ASCII, taken literally. " +
        "With another key in the body the answer is 400. Other operations ignore this header.",
      examples: ["checkout-7f3a91"],
    })
    .optional(),
});

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

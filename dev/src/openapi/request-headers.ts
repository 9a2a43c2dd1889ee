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
        "With another key in the body the answer is 400.",
      examples: ["checkout-7f3a91"],
    })
    .optional(),
});

/** The header of a change that a client may repeat. */
export const repeatHeader = z.object({
  "Idempotency-Key": z
    .string()
    .min(1)
    .max(200)
    .meta({
      description:
        "Your name of this change: 1 to 200 characters of printable ASCII. For 24 hours the same key on the same record answers the record as it is, with `Idempotent-Replayed`, and changes nothing. " +
        "With another operation or another body it is 409 IDEMPOTENCY_KEY_REUSED. A refused change does not use its key up. Another API key or user has keys of its own.",
      examples: ["confirm-7f3a91"],
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

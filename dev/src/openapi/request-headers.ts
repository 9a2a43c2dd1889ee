/** Headers of requests, for routes that read them. */
import { z } from "zod";

function keyHeader(description: string, example: string) {
  const key = z.string().min(1).max(200);
  return z.object({
    "Idempotency-Key": key.meta({ description, examples: [example] }).optional(),
  });
}

export const idempotencyHeader = keyHeader(
  "Means the same as `idempotencyKey` in the body: 1 to 200 characters of printable ASCII, taken literally. " +
    "With another key in the body the answer is 400.",
  "checkout-7f3a91",
);

/** The header of a change that a client may repeat. */
export const repeatHeader = keyHeader(
  "Your name of this change: 1 to 200 characters of printable ASCII. For 24 hours the same key on the same record answers the record as it is, with `Idempotent-Replayed`, and changes nothing. " +
    "With another operation or another body it is 409 IDEMPOTENCY_KEY_REUSED. A refused change does not use its key up. Another API key or user has keys of its own.",
  "confirm-7f3a91",
);

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

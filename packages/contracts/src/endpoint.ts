import { z } from "zod";
import { component, string, nullByDefault, stringOf } from "./schemas.ts";
import { fieldError } from "./field-errors.ts";
import { instant } from "./primitives.ts";

/**
 * An absolute http or https address. A parser of URLs forgives spaces, control characters and what
 * else no URI has in it; the text is kept and shown as it is, so here they are refused.
 */
const webAddress = /^https?:\/\/[^\s\p{Cc}\p{Cs}\\<>"{}|^`/?#][^\s\p{Cc}\p{Cs}\\<>"{}|^`]*$/iu;

function isWebAddress(text: string): boolean {
  return webAddress.test(text) && URL.canParse(text);
}

export const websiteUrl = z
  .string()
  .max(1000)
  .refine(isWebAddress, fieldError("INVALID_FORMAT", "must be an absolute http or https URL"))
  .meta({ format: "uri" });

/** Where a receiver is notified: absolute http or https, no user, no fragment. Its address is looked at on sending. */
export const endpointUrl = stringOf({ max: 2048 })
  .refine(
    isEndpoint,
    fieldError("INVALID_FORMAT", "must be an absolute http or https URL without user and fragment"),
  )
  .meta({ format: "uri" });

function isEndpoint(text: string): boolean {
  if (!isWebAddress(text) || text.includes("#")) return false;
  const { username, password, hostname } = new URL(text);
  return (
    username === "" && password === "" && hostname !== "" && !/^https?:\/\/[^/?]*@/i.test(text)
  );
}

/** The secret by which an endpoint's owner verifies messages. */
export const signingSecret = z.object({
  secret: string("The signing secret, `whsec_` and base64, as Standard Webhooks has it."),
});

/** When an endpoint's origin was proven. Services of the release before know none. */
export const originProvenAt = nullByDefault(
  instant,
  "When the origin of the address (scheme, host and port) answered this tenant's challenge, in UTC; null: not yet, or this installation sends no challenges.",
  ["2026-11-21T09:30:00.000Z"],
);

/** The message that a receiver answers before its first delivery, to show that it wants deliveries. */
export const endpointChallenge = component(
  "EndpointChallenge",
  "Asks whether the address wants deliveries, before the first one to its origin.",
  {
    type: z.literal("ENDPOINT_CHALLENGE").describe("Kind of the message."),
    timestamp: instant.meta({
      description: "When the challenge was made, in UTC.",
      examples: ["2027-05-01T10:00:00.000Z"],
    }),
    data: component("EndpointChallengeData", "Token that the answer must have.", {
      challenge: string("A random text, to be answered.", [
        "l1Jm7JvN0b5Yk0WcJmV7y3k0pP4oTq2xq3f8uF1vB6E",
      ]),
    }),
  },
);

/** How the last attempts to deliver went; a service of an earlier release does not say. */
export const lastAttempts = {
  lastSucceededAt: nullByDefault(
    instant,
    "When a delivery last succeeded, in UTC, to a minute; null where none has. Test deliveries do not count.",
    ["2027-05-01T10:05:00.000Z"],
  ),
  lastAttemptAt: nullByDefault(
    instant,
    "When a delivery was last attempted, in UTC, to a minute while all goes well; null where none was.",
    ["2027-05-01T10:05:00.000Z"],
  ),
};

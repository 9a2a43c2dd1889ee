import { z } from "zod";

/**
 * An absolute http or https address. A parser of URLs forgives spaces, control characters and what
 * else no URI has in it; the text is kept and shown as it is, so here they are refused.
 */
const webAddress = /^https?:\/\/[^\s\p{Cc}\p{Cs}\\<>"{}|^`/?#][^\s\p{Cc}\p{Cs}\\<>"{}|^`]*$/iu;

function isWebAddress(text: string): boolean {
  return webAddress.test(text) && URL.canParse(text);
}

/** A page on the web, for people. */
export const websiteUrl = z
  .string()
  .max(1000)
  .refine(isWebAddress, {
    message: "must be an absolute http or https URL",
    params: { fieldCode: "INVALID_FORMAT" },
  })
  .meta({ format: "uri" });

/**
 * Where a receiver is notified of changes: absolute http or https, no user, no fragment. Which address
 * it leads to is looked at when something is sent.
 */
export const endpointUrl = z
  .string()
  .min(1)
  .max(2048)
  .refine(isEndpoint, {
    message: "must be an absolute http or https URL without user and fragment",
    params: { fieldCode: "INVALID_FORMAT" },
  })
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
  secret: z
    .string()
    .describe("The signing secret, `whsec_` and base64, as Standard Webhooks has it."),
});

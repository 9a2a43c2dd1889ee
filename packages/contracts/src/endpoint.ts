import { z } from "zod";

/**
 * Where a receiver is told of changes: absolute http or https, no user, no fragment. Which address
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
  // A parser forgives spaces, tabs and a missing slash: the text is kept and shown as it is.
  if (!/^https?:\/\/[^\s#\\/?][^\s#\\]*$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password, hostname } = new URL(text);
  return (
    username === "" && password === "" && hostname !== "" && !/^https?:\/\/[^/?]*@/i.test(text)
  );
}

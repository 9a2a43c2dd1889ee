import { weightOf } from "./accept-encoding.ts";

/** Whether an Accept header names the media type itself, and not with the weight 0. */
export function acceptsType(accept: string | undefined, wanted: string): boolean {
  if (accept === undefined || !accept.toLowerCase().includes(wanted)) return false;
  return accept
    .toLowerCase()
    .split(",")
    .map((each) => each.split(";").map((part) => part.trim()))
    .some(([type, ...parameters]) => type === wanted && weightOf(parameters) > 0);
}

/** Time zones that a form offers. */
import { viewerZone } from "../../page/parts/time-words.ts";

/** Browsers leave UTC out of their list, and some a zone that they are in themselves. */
export function zones(): { id: string; name: string }[] {
  const ids = new Set(["UTC", viewerZone, ...Intl.supportedValuesOf("timeZone")]);
  return [...ids].toSorted().map((id) => ({ id, name: id }));
}

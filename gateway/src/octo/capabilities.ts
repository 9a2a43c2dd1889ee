/** The parts of the OCTO standard that a reseller switches on for a request by a header. Pure. */
import type { IncomingHttpHeaders } from "node:http";

/** The capabilities that the standard's schema knows: `GET /capabilities` lists them. */
export const listedIds = ["pricing", "content", "notifications"] as const;
/** Platforms that check in agree on `octo/redemption`, which the schema does not have. */
const capabilityIds = [...listedIds, "redemption"] as const;
export type Capability = (typeof capabilityIds)[number];

/** Capabilities that a request switches on. It takes `octo/pricing` and `pricing` alike, in any case; unknown ones are left out. */
export function capabilitiesOf(headers: IncomingHttpHeaders) {
  const active = new Set<Capability>();
  /** Each as the client wrote it, for the header of the answer. */
  const written: string[] = [];
  for (const given of String(headers["octo-capabilities"] ?? "").split(",")) {
    const name = given.trim();
    const id = capabilityIds.find((each) => each === name.toLowerCase().replace(/^octo\//, ""));
    if (id === undefined || active.has(id)) continue;
    active.add(id);
    written.push(name);
  }
  return { active, written };
}

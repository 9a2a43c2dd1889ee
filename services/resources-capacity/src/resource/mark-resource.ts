import { type Request, refuse } from "@slipway/broker";
import { newId } from "@slipway/store";
import type { Deps } from "../deps.ts";
import { type Resizing, type Resource, isStale, refusalOfMark } from "./resource.ts";

const attemptsMax = 8;

/**
 * Marks a resize or a deletion on a resource, one at a time: claims must fit the coming numbers too
 * from now on. A mark whose maker is gone is removed first.
 */
export async function markResource(
  deps: Deps,
  request: Request,
  wanted: { id: string; numbersOf: (resource: Resource) => Omit<Resizing, "attempt" | "since"> },
): Promise<Resource & { resizing: Resizing }> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const resource = await deps.resources.getToChange(request.caller.tenantId, wanted.id);
    if (!resource) throw refuse("NOT_FOUND");
    const now = deps.clock();
    if (resource.resizing && isStale(resource.resizing, now)) {
      await deps.resources.save(resource, { unmark: true });
      continue;
    }
    const numbers = wanted.numbersOf(resource);
    const refusal = refusalOfMark(resource, numbers.isDeletion);
    if (refusal && !(await deps.resources.isStill(resource))) continue;
    if (refusal) throw refuse(refusal);
    const resizing = { ...numbers, attempt: newId("rsz", now), since: new Date(now) };
    const marked = await deps.resources.save(resource, { set: { resizing } });
    if (marked) return { ...marked, resizing };
  }
  throw refuse("VERSION_CONFLICT");
}

/** Removes one's own mark, unless somebody else has: nothing has changed then. */
export async function unmarkResource(
  deps: Deps,
  { tenantId, id, resizing }: Resource & { resizing: Resizing },
): Promise<void> {
  for (;;) {
    const resource = await deps.resources.getToChange(tenantId, id);
    // mark: own-mark
    if (resource?.resizing?.attempt !== resizing.attempt) return;
    if (await deps.resources.save(resource, { unmark: true })) return;
  }
}

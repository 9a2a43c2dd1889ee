import type { ResourceDeps } from "./deps.ts";
import { type Link, type Resource, isStale, linksOf } from "../ledger/resource.ts";

/**
 * The requirements of an option with their resources, in order of creation. Stale locks of deletions
 * are removed first. If the deleting process wakes up, it finds its lock gone and stops.
 */
export async function listLinks(
  deps: ResourceDeps,
  tenantId: string,
  optionId: string,
): Promise<Link<Resource>[]> {
  for (;;) {
    const links = linksOf(optionId, await deps.resources.listOfOption(tenantId, optionId));
    const now = deps.clock();
    const stale = links.filter(({ requirement: { closing } }) => closing && isStale(closing, now));
    if (stale.length === 0) return links;
    for (const { resource, requirement } of stale) {
      const { closing, ...open } = requirement;
      const requirements = resource.requirements.map((each) =>
        each === requirement ? open : each,
      );
      await deps.resources.save(resource, { set: { requirements } });
    }
  }
}

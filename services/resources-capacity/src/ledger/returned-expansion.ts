/** The expansion that is taken back with a claim that no booking ever named. */
import type { CapacityResource } from "./resource.ts";
import { departureKey, departureNamed } from "./departure-index.ts";
import type { Expansion, Places } from "./departure-usage.ts";
import { type Expanded, expansionOf, reducedBy } from "./expansion.ts";
import { type DepartureContext, countingOf, excessOf, limitsOf } from "./fit-check.ts";

type LedgerContext = Pick<DepartureContext, "usages" | "tally" | "day" | "rebookings">;

/** The usage's expansion without what the claim added; undefined unless the departure fits without it. */
export function expansionWithout(
  context: LedgerContext,
  claim: { readonly expanded?: readonly Expanded[] },
  { key, resource, back }: { key: string; resource: CapacityResource | undefined; back: Places },
): Expansion | undefined {
  const { usages } = context;
  const usage = usages[key];
  const added = claim.expanded?.find(({ resourceId }) => resourceId === resource?.id);
  if (!usage || !resource || !added) return undefined;
  const current = usage.use[resource.id]?.expansion;
  const without = reducedBy(current, added);
  // An expansion of an older epoch has ended already.
  if (!current || without?.epoch !== resource.epoch) return undefined;
  const { optionId, start: from, end: to, run = { from, to } } = usage;
  const start = run.from;
  const departure = departureKey(optionId, start);
  const own = departureNamed(usages, resource.id, departure);
  const counting = countingOf(resource);
  const all = expansionOf(own, counting);
  const requirement = resource.requirements.find((each) => each.optionId === optionId);
  // Claims that last longer than this one may use what it added.
  const window = own ? { from: own.from, to: own.end } : { from, to };
  const excess = excessOf(
    { ...context, departure, start, window, key },
    {
      resourceId: resource.id,
      counting,
      limits: limitsOf(resource, requirement?.maxQuantity ?? null),
      added: back,
      expansion: {
        pool: all.pool - current.pool + without.pool,
        beyondMax: all.beyondMax - current.beyondMax + without.beyondMax,
      },
    },
  );
  // mark: fits-without
  return excess.pool === 0 && excess.beyondMax === 0 ? without : undefined;
}

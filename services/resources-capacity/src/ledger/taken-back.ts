/** What goes with a claim that no booking ever named. */
import type { CapacityResource } from "../resource/resource.ts";
import { expansionOf, lessenedBy } from "./expansion.ts";
import type { Claim, Draft } from "./ledger.ts";
import type { Expansion, Places } from "./line.ts";
import { departureKey, departureNamed } from "./line-index.ts";
import type { Moves } from "./moves.ts";
import { countingOf, limitsOf, overOf } from "./room.ts";

/** The line's expansion without what a claim brought, where all of the departure fits without it. */
export function expansionWithout(
  { ledger: { lines, address }, tally }: Draft,
  claim: Claim,
  { resource, back, moves }: { resource: CapacityResource | undefined; back: Places; moves: Moves },
): Expansion | undefined {
  const line = lines[claim.line];
  const brought = claim.expanded?.find(({ resourceId }) => resourceId === resource?.id);
  if (!line || !resource || !brought) return undefined;
  const current = line.use[resource.id]?.expansion;
  const without = lessenedBy(current, brought);
  // An expansion of an older epoch counts nothing already.
  if (!current || without?.epoch !== resource.epoch) return undefined;
  const { optionId, start, end } = line;
  const departure = departureKey(optionId, start);
  const own = departureNamed(lines, resource.id, departure);
  const counting = countingOf(resource);
  const all = expansionOf(own, counting);
  const requirement = resource.requirements.find((each) => each.optionId === optionId);
  // What it brought may be used by claims that last longer than this one.
  const window = { from: start, to: own?.end ?? end };
  const over = overOf(
    { lines, moves, tally, day: address.range, departure, window },
    {
      resourceId: resource.id,
      counting,
      limits: limitsOf(resource, requirement?.maxQuantity ?? null),
      added: back,
      end,
      expansion: {
        pool: all.pool - current.pool + without.pool,
        beyondMax: all.beyondMax - current.beyondMax + without.beyondMax,
      },
    },
  );
  return over.pool === 0 && over.beyondMax === 0 ? without : undefined;
}

import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, bookingArchive } from "@slipway/contracts";
import type { ArchiveDeps } from "./deps.ts";

/** Longer than a command writes one file between two calls. */
const leaseMs = 120_000;
const dayMs = 86_400_000;

/** A page of the bookings that may be archived. It takes or renews the run's lease and changes nothing else. */
export async function listEndedBookings(
  deps: ArchiveDeps,
  _request: Request,
  { run, page = "" }: InputOf<typeof bookingArchive.listEndedBookings>,
): Promise<OutputOf<typeof bookingArchive.listEndedBookings>> {
  const { keepDays } = deps.config;
  if (keepDays === 0) return { keepDays, items: [], next: null };
  await requireRun(deps, run);
  const { items, next } = await deps.archive.listEnded(endedBefore(deps), page);
  return {
    keepDays,
    items: items.map(({ line, item: { tenantId, _id: id, revision, commit = null } }) => ({
      line,
      version: { tenantId, id, revision, commit },
    })),
    next,
  };
}

/** Departures that ended before this instant are archived. */
export function endedBefore({ clock, config }: Pick<ArchiveDeps, "clock" | "config">): Date {
  return new Date(clock() - config.keepDays * dayMs);
}

/** Two runs at once would write bookings into two files. The lease saves that; the ids in the files show repeats anyway. */
export async function requireRun(deps: ArchiveDeps, run: string): Promise<void> {
  if (await deps.takeRun("archive", run, leaseMs)) return;
  throw refuse("INVALID_STATE", { detail: "Another run archives bookings" });
}

/** The next run begins at once. The lease of another run stays. */
export async function endRun({ takeRun }: ArchiveDeps, run: string): Promise<void> {
  await takeRun("archive", run, 0);
}

import type { Request } from "@slipway/broker";
import type { DepartureDeps } from "./deps.ts";
import type { ManualStart } from "../record/manual-start.ts";
import type { OptionSchedule, Span } from "./starts.ts";

interface Asked extends Span {
  readonly options: readonly OptionSchedule[];
  /** As many as are read from the database at most. */
  readonly limit: number;
}

/** The manual departures of these options: those that their schedules keep, or those read now where these do not reach. */
export function listManualStarts(
  { manualDepartures }: Pick<DepartureDeps, "manualDepartures">,
  { caller: { tenantId } }: Request,
  { options, ...range }: Asked,
): Promise<ManualStart[]> {
  const { from, to } = range;
  const schedules = options.map(({ schedule }) => schedule);
  if (schedules.some(({ manualFrom }) => from < manualFrom)) {
    const optionIds = schedules.map(({ optionId }) => optionId);
    return manualDepartures.listStarts(tenantId, { optionIds, ...range });
  }
  const kept = schedules.flatMap(({ optionId, manual }) =>
    manual.filter((start) => from <= start && start <= to).map((start) => ({ optionId, start })),
  );
  return Promise.resolve(kept);
}

/** How long before its start a booking can be cancelled. */
import { minusLocalDays } from "./zone.ts";

interface CancelledOption {
  readonly option: {
    readonly cancellationCutoffAmount: number;
    readonly cancellationCutoffUnit: "minute" | "hour" | "day";
  };
  readonly timezone: string;
}

const unitMs = { minute: 60_000, hour: 3_600_000 } as const;
/** More days than any calendar has: such a cutoff has always passed. */
const cutoffDaysMax = 1_000_000;

/**
 * The last instant at which a booking can be cancelled, in milliseconds. Minutes and hours are
 * elapsed time; days are local calendar days at the same local time.
 */
export function cancellationCutoff({ option, timezone }: CancelledOption, startAt: number): number {
  const { cancellationCutoffAmount: amount, cancellationCutoffUnit: unit } = option;
  if (unit !== "day") return startAt - amount * unitMs[unit];
  return amount > cutoffDaysMax
    ? Number.NEGATIVE_INFINITY
    : minusLocalDays(timezone, startAt, amount);
}

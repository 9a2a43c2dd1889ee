/** What a ledger is told to do: each command concerns one claim. */
import type { Caller } from "@slipway/contracts";
import type { Range } from "./day.ts";
import type { Demand, Use } from "./demand.ts";
import type { Expanded } from "./expansion.ts";

export interface ClaimCommand {
  readonly kind: "claim";
  readonly claimId: string;
  readonly bookingId: string;
  readonly window: Range;
  readonly demand: Demand;
  /** What is to be taken, where a booking has taken it before; else today's requirements say it. */
  readonly asTaken?: readonly Use[];
  /** Seconds since the epoch; null: firm at once. */
  readonly until: number | null;
  readonly expand: boolean;
  /** What this booking's claim on the departure's first day brought; this one is on the second. */
  readonly earlier: readonly Expanded[];
  /** No later day holds a part of the departure. */
  readonly isLast: boolean;
  readonly confirmBy: number;
  readonly caller: Caller;
  /** Claims of the same booking that this one is to replace: it holds one of all these at a time. */
  readonly inPlaceOf: readonly string[];
  /** Never sent before, so that at first no record needs to be looked for. */
  readonly isFresh: boolean;
}

export interface FirmCommand {
  readonly kind: "firm";
  readonly claimId: string;
}

export interface ExtendCommand {
  readonly kind: "extend";
  readonly claimId: string;
  /** Seconds since the epoch. */
  readonly until: number;
}

export interface ReleaseCommand {
  readonly kind: "release";
  readonly claimId: string;
  /** No booking ever named it: what it expanded goes with it. */
  readonly neverNamed: boolean;
}

export type Command = ClaimCommand | FirmCommand | ExtendCommand | ReleaseCommand;

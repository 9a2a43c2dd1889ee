/** Commands to a ledger; each concerns one claim. */
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
  /** Uses that the booking had before, to be taken again; otherwise today's requirements decide. */
  readonly asTaken?: readonly Use[];
  /** Seconds since the epoch; null: confirmed at once. */
  readonly until: number | null;
  readonly expand: boolean;
  /** Expansions of the booking's claim on the departure's other day: this claim adds at least as much. */
  readonly otherDay: readonly Expanded[];
  /** The departure does not continue into a later day. */
  readonly isLast: boolean;
  readonly confirmBy: number;
  readonly caller: Caller;
  /** Claims of the same booking that this one replaces: the booking holds one of them at a time. */
  readonly inPlaceOf: readonly string[];
  /** Its id is new and its delivery single, so its first view needs no record. */
  readonly isFresh: boolean;
}

interface ConfirmCommand {
  readonly kind: "confirm";
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
  /** No booking ever named the claim: its expansion ends with it. */
  readonly neverNamed: boolean;
}

export type Command = ClaimCommand | ConfirmCommand | ExtendCommand | ReleaseCommand;

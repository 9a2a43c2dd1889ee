import type { DrillReport } from "./with-load.ts";

export interface Place {
  /** Empty, and of this drill alone. */
  readonly directory: string;
  /** How long the fault lasts. */
  readonly ms: number;
}

export interface Drill {
  readonly name: string;
  readonly does: string;
  /** Answers a sentence where this machine cannot do it. */
  run(place: Place): Promise<DrillReport | string>;
}

import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { ArchiveStore } from "./archive-store.ts";
import type { RecordDeps } from "../record/deps.ts";

export interface ArchiveDeps
  extends Pick<ServiceDeps<Config>, "config" | "relay">,
    Pick<RecordDeps, "clock" | "orders" | "deliver"> {
  readonly archive: ArchiveStore;
  /** Takes or renews the lease on work for one run of an operator's command, whichever replica it reaches. */
  readonly takeRun: (work: string, run: string, ms: number) => Promise<boolean>;
}

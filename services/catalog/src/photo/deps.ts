import type { ServiceDeps } from "@slipway/store";
import type { Config } from "../config.ts";
import type { RecordDeps } from "../record/deps.ts";
import type { PhotoFileStore } from "./photo-file-store.ts";

/** Dependencies of photo/. */
export interface PhotoDeps extends RecordDeps, Pick<ServiceDeps<Config>, "config"> {
  readonly photoFiles: PhotoFileStore;
}

import type { RecordDeps } from "../record/deps.ts";
import type { PhotoFileStore } from "./photo-file-store.ts";

export interface PhotoDeps extends RecordDeps {
  readonly photoFiles: PhotoFileStore;
}

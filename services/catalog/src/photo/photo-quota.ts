/** Whether a tenant may upload a photo. Pure. */

export interface PhotoUsage {
  /** Files of photos, and of uploads that are under way. */
  readonly files: number;
  readonly bytes: number;
  /** Bytes of photos that were replaced or deleted: their files stay for two minutes, for readers. */
  readonly leavingBytes: number;
}

/**
 * Which quota refuses an upload; null where none does. A photo may always be replaced by one that is no larger, so that
 * what is beyond a quota can be changed. Files that are leaving have the same bound. Otherwise replacing again and
 * again would fill the disk.
 * @param replacedBytes of the photo that it takes the place of; null for a further photo.
 */
export function exceededBy(
  { files, bytes, leavingBytes }: PhotoUsage,
  upload: { readonly bytes: number; readonly replacedBytes: number | null },
  { filesMax, bytesMax }: { filesMax: number; bytesMax: number },
): "files" | "bytes" | null {
  if (upload.replacedBytes === null && files >= filesMax) return "files";
  const grows = upload.bytes - (upload.replacedBytes ?? 0);
  if (grows > 0 && bytes + grows > bytesMax) return "bytes";
  return leavingBytes > bytesMax ? "bytes" : null;
}

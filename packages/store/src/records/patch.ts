/** A patch as a contract parses it: fields that were left out are absent or undefined. */
export type Patch<Fields> = { readonly [Key in keyof Fields]?: Fields[Key] | undefined };

/**
 * The fields of a patch that differ from what stands, or null when nothing would change: then
 * nothing is written, no event is made, and updatedAt stays. Values are plain JSON, compared as such.
 */
export function differing<Fields extends object>(
  current: Fields,
  patch: Patch<Fields>,
): Partial<Fields> | null {
  const keys = (Object.keys(patch) as (keyof Fields)[]).filter(
    (key) =>
      patch[key] !== undefined && JSON.stringify(patch[key]) !== JSON.stringify(current[key]),
  );
  if (keys.length === 0) return null;
  return Object.fromEntries(keys.map((key) => [key, patch[key]])) as Partial<Fields>;
}

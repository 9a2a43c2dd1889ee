/** Which drills a run is of. Pure. */

/** All unless some are named, in the order in which they are listed. */
export function namedDrills<Drill extends { readonly name: string }>(
  drills: readonly Drill[],
  only: readonly string[],
): Drill[] {
  const names = drills.map(({ name }) => name);
  if (only.some((name) => !names.includes(name)))
    throw new Error(`--only is one of: ${names.join(", ")}`);
  return drills.filter(({ name }) => only.length === 0 || only.includes(name));
}

/** Who may see a page. Pure. */

/** As the server decides: `*`, `<area>:*` or the scope itself. */
export function hasScope(scopes: readonly string[], needed: string): boolean {
  const [area = ""] = needed.split(":");
  return ["*", `${area}:*`, needed].some((each) => scopes.includes(each));
}

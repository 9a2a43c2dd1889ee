/** Who may see a page. Pure. */

/** As the server decides: `*`, `<area>:*` or the scope itself. A user who changes bookings checks tickets in, too. */
export function hasScope(scopes: readonly string[], needed: string): boolean {
  const [area = ""] = needed.split(":");
  if (needed === "tickets:write" && hasScope(scopes, "bookings:write")) return true;
  return ["*", `${area}:*`, needed].some((each) => scopes.includes(each));
}

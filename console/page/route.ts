/** Which screen an address means, and who may see it. Pure. */

export type Params = Readonly<Record<string, string>>;

/** The values in the path, by the names that stand in braces in the pattern; undefined: another screen's path. */
export function matchPath(pattern: string, path: string): Params | undefined {
  const wanted = pattern.split("/");
  const given = path.replace(/\/+$/, "").split("/");
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = decoded(given[index] ?? "");
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name !== undefined && value !== undefined && value !== "") params[name] = value;
    else if (part !== value) return undefined;
  }
  return params;
}

/** As the server decides: `*`, `<area>:*` or the scope itself. */
export function hasScope(scopes: readonly string[], needed: string): boolean {
  const [area = ""] = needed.split(":");
  return ["*", `${area}:*`, needed].some((each) => scopes.includes(each));
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

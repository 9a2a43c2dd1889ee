/** Where the pages of the console before this one are. Pure. */

const moved: readonly (readonly [RegExp, string])[] = [
  [/^\/(catalog|seasons)\b.*/, "/products"],
  [/^\/blocks\b/, "/closures"],
  [/^\/access\/receivers\b/, "/webhooks"],
  [/^\/access\/users\b/, "/people"],
  [/^\/access\/audit\b/, "/changes"],
  [/^\/access\/sessions\b/, "/account"],
  [/^\/access(?=\/(keys|channels)\b)/, ""],
];

/** Undefined: there was no such page. */
export function movedTo(path: string): string | undefined {
  const found = moved.find(([shape]) => shape.test(path));
  return found && path.replace(...found);
}

/** How values get into a text. Pure. */

/** Puts a value where its name stands in braces. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? `{${name}}`));
}

export function pluralOf(
  count: number,
  forms: { readonly one: string; readonly other: string },
  locale: string,
): string {
  return new Intl.PluralRules(locale).select(count) === "one" ? forms.one : forms.other;
}

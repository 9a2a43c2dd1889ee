/** The texts in the language of the viewer, and how values get into them. */
import { computed, signal } from "@preact/signals";
import { type Texts, en } from "./en.ts";
import { fill, pluralOf } from "./fill.ts";
import { it } from "./it.ts";

/** By BCP 47 tag; each is a file beside this one. */
export const languages = {
  en: { name: "English", texts: en },
  it: { name: "Italiano", texts: it },
};

export type Language = keyof typeof languages;

/** What the viewer chose last in this browser. */
const kept = "slipway-language";

const language = signal<Language>(firstLanguage());

export const currentLanguage = computed(() => language.value);

/** A component that reads it is drawn anew when the language changes. */
export const texts = computed<Texts>(() => languages[language.value].texts);

export function chooseLanguage(chosen: string): void {
  if (!isLanguage(chosen)) return;
  language.value = chosen;
  localStorage.setItem(kept, chosen);
}

/** For Intl: with its region where the browser names one of the same language. */
export const locale = computed(
  () =>
    navigator.languages.filter(isLocale).find((tag) => languageOf(tag) === language.value) ??
    language.value,
);

/** "3 bookings": the form for a count, filled with it and with more. */
export function counted(
  count: number,
  forms: { readonly one: string; readonly other: string },
  more: Readonly<Record<string, string | number>> = {},
): string {
  return fill(pluralOf(count, forms, locale.value), { count, ...more });
}

function firstLanguage(): Language {
  const wanted = [localStorage.getItem(kept), ...navigator.languages];
  return wanted.map(languageOf).find(isLanguage) ?? "en";
}

function languageOf(tag: string | null): string {
  return tag?.split("-")[0] ?? "";
}

/** A browser of a system that names none says "en-US@posix", which Intl throws for. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(languages, tag);
}

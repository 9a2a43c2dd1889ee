/** The texts in the language of the viewer, and how values get into them. */
import { derived, pageState } from "../page-state.ts";
import type { Texts } from "./en.ts";
import { fill, pluralOf } from "./fill.ts";

/** By BCP 47 tag; each is a file beside this one, and a viewer loads no other. */
export const languages = {
  en: { name: "English", load: async () => (await import("./en.ts")).en },
  it: { name: "Italiano", load: async () => (await import("./it.ts")).it },
};

type Language = keyof typeof languages;

/** Key of the viewer's last choice in this browser. */
const kept = "slipway-language";

const shown = pageState<Language | undefined>(undefined);

export const currentLanguage = derived(() => shown.value ?? firstLanguage());

/** In the language that is shown. Another one draws the page anew. */
export let texts: Texts;

/** Before anything is drawn. */
export function loadFirstLanguage(): Promise<void> {
  return show(firstLanguage());
}

export async function chooseLanguage(chosen: string): Promise<void> {
  if (!isLanguage(chosen)) return;
  await show(chosen);
  localStorage.setItem(kept, chosen);
}

async function show(language: Language): Promise<void> {
  texts = await languages[language].load();
  shown.value = language;
}

/** For Intl: with its region where the browser names one of the same language. */
export const locale = derived(
  () =>
    navigator.languages.filter(isLocale).find((tag) => languageOf(tag) === currentLanguage.value) ??
    currentLanguage.value,
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

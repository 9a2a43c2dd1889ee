/** The words of a screen stand beside it, in each language. */
import { currentLanguage } from "../page/texts/texts.ts";

interface Languages<Words> {
  readonly en: Words;
  readonly it: NoInfer<Words>;
}

/** Called while a screen is drawn: another language draws the page anew. */
export function inLanguage<Words extends object>(
  languages: Languages<Words>,
): (() => Words) & { readonly languages: Languages<Words> } {
  return Object.assign(() => languages[currentLanguage.value], { languages });
}

import { expect, it } from "@jest/globals";

type DurationWords = (minutes: number, language: string) => string;

// By a computed name: with it come types of browsers, which Node's own contradict.
const file = "./time-words.ts";
const { durationWords } = (await import(file)) as { durationWords: DurationWords };

it.each([
  [0, "0 minutes", "0 minuti"],
  [1, "1 minute", "1 minuto"],
  [60, "1 hour", "1 ora"],
  [90, "1 hour 30 minutes", "1 ora 30 minuti"],
  [2_160, "36 hours", "36 ore"],
  [1_440, "1 day", "1 giorno"],
  [10_080, "7 days", "7 giorni"],
])("%d minutes are %s, in Italian %s", (minutes, en, italian) => {
  expect(durationWords(minutes, "en-GB")).toBe(en);
  expect(durationWords(minutes, "it")).toBe(italian);
});

/** `npm run words`: lowers the committed counts, and removes unused words from unexplained.txt. Where a file has more, it changes nothing. */
import {
  commitCounts,
  committedCounts,
  countsOf,
  grown,
  isNoWorse,
  longSentences,
  sentenceWordsMax,
} from "./counts.ts";
import { pruneUnexplained, wordsOfNames } from "./names.ts";
import { readTexts } from "./texts.ts";

const texts = readTexts();
const committed = committedCounts();
const now = countsOf(texts);
if (isNoWorse(committed, now, texts.keys())) {
  commitCounts(now);
  pruneUnexplained(wordsOfNames(texts));
  process.stdout.write(`The counts of ${Object.keys(now).length} files are written.\n`);
} else {
  process.exitCode = 1;
  for (const file of grown(committed, now)) process.stderr.write(complaint(file));
  process.stderr.write(`Nothing is written: shorten these sentences, or name the actor.\n`);
}

function complaint(file: string): string {
  const lines = longSentences(file, texts.get(file) ?? "").map(
    ({ line, words }) => `  ${file}:${line}: ${words.length} words (at most ${sentenceWordsMax})\n`,
  );
  return `${file} has more long sentences, or vague actors, than before:\n${lines.join("")}`;
}

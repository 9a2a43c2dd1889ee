/** How many long sentences and vague actors each file has; the committed numbers may only shrink. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Sentence, sentencesOf } from "./prose.ts";

export interface Counts {
  /** Sentences of more than `sentenceWordsMax` words. */
  readonly long: number;
  /** Words that name no actor. */
  readonly vague: number;
}

type CountsByFile = Readonly<Record<string, Counts>>;

export const sentenceWordsMax = 30;
const vague = /\b(?:whoever|whomever|somebody|one who)\b/gi;
const path = join(import.meta.dirname, "counts.json");
const none: Counts = { long: 0, vague: 0 };

export function committedCounts(): CountsByFile {
  return JSON.parse(readFileSync(path, "utf8")) as CountsByFile;
}

export function longSentences(file: string, text: string): readonly Sentence[] {
  return sentencesOf(file, text).filter(({ words }) => words.length > sentenceWordsMax);
}

/** The counts of the files that have any, in the order of their paths. */
export function countsOf(texts: ReadonlyMap<string, string>): CountsByFile {
  const counts = [...texts].map(([file, text]): [string, Counts] => [
    file,
    { long: longSentences(file, text).length, vague: text.match(vague)?.length ?? 0 },
  ]);
  const some = counts.filter(([, { long, vague: actors }]) => long + actors > 0);
  return Object.fromEntries(some.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Files that have more than was committed for them. */
export function grown(committed: CountsByFile, now: CountsByFile): readonly string[] {
  return Object.entries(now).flatMap(([file, counts]) => {
    const before = committed[file] ?? none;
    return counts.long > before.long || counts.vague > before.vague ? [file] : [];
  });
}

/**
 * Whether these counts may be committed: what files have more, because they were moved or joined, is no more than what
 * files that are gone had.
 */
export function isNoWorse(committed: CountsByFile, now: CountsByFile, files: Iterable<string>) {
  const present = new Set(files);
  const gone = Object.keys(committed).filter((file) => !present.has(file));
  const more = grown(committed, now);
  return (["long", "vague"] as const).every((kind) => {
    const growth = sum(more, (file) =>
      Math.max(0, (now[file] ?? none)[kind] - (committed[file] ?? none)[kind]),
    );
    return growth <= sum(gone, (file) => (committed[file] ?? none)[kind]);
  });
}

export function commitCounts(counts: CountsByFile): void {
  const lines = Object.entries(counts).map(
    ([file, { long, vague: actors }]) =>
      `  ${JSON.stringify(file)}: { "long": ${long}, "vague": ${actors} }`,
  );
  writeFileSync(path, lines.length === 0 ? "{}\n" : `{\n${lines.join(",\n")}\n}\n`);
}

function sum(files: readonly string[], of: (file: string) => number): number {
  return files.reduce((total, file) => total + of(file), 0);
}

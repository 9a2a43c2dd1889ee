/** Rules of the repository for its words: sentences, actors, names and the paths that documents name. STYLE.md has them. */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import {
  committedCounts,
  countsOf,
  grown,
  isNoWorse,
  longSentences,
  sentenceWordsMax,
} from "./scripts/words/counts.ts";
import {
  glossaryWords,
  unexplainedFile,
  wordsIn,
  wordsOfList,
  wordsOfNames,
} from "./scripts/words/names.ts";
import { sentencesOf } from "./scripts/words/prose.ts";
import { readTexts, root } from "./scripts/words/texts.ts";

/** Names of other people's programs, and patterns of names. */
const foreign = new Set(
  (
    "decideX isX hasX xAfter UPPER_SNAKE fromObject max_payload uri_of " +
    "executeOperationWithRetries currentOp electionTimeoutMillis changeUserPassword pauseMigrationsDuringMultiUpdates " +
    "process_resident_memory_bytes " +
    // The names that metrics had before 0.1.0, and how they begin since.
    "slipway_ database_up service_up job_duration_seconds outbox_waiting_events outbox_set_aside_events"
  ).split(" "),
);

/** Only ever lowered: explain a word in docs/glossary.md, or take one that is there. */
const unexplainedMax = 53;

const texts = readTexts();
const documents = [...texts].filter(([file]) => file.endsWith(".md"));

describe("sentences and actors", () => {
  const counts = countsOf(texts);

  it("are no worse than committed (shorten them; npm run words lowers the committed counts)", () => {
    const committed = committedCounts();
    const worse = grown(committed, counts).map((file) => ({
      file,
      ...counts[file],
      sentences: longSentences(file, texts.get(file) ?? "").map(
        ({ line, words }) =>
          `line ${line}, ${words.length} words: ${words.slice(0, 8).join(" ")} …`,
      ),
    }));
    expect(isNoWorse(committed, counts, texts.keys()) ? [] : worse).toEqual([]);
  });

  it("may move with a file, and not grow with it", () => {
    const was = { "a.md": { long: 2, vague: 1 }, "b.md": { long: 1, vague: 0 } };
    const moved = { "b.md": { long: 1, vague: 0 }, "c.md": { long: 2, vague: 1 } };
    const more = { "b.md": { long: 2, vague: 0 }, "c.md": { long: 2, vague: 1 } };
    expect(isNoWorse(was, moved, ["b.md", "c.md"])).toBe(true);
    expect(isNoWorse(was, more, ["b.md", "c.md"])).toBe(false);
    expect(isNoWorse(was, moved, ["a.md", "b.md", "c.md"])).toBe(false);
  });
});

describe("what counts as a sentence", () => {
  it.each([
    ["a paragraph of two", "a.md", "One two. Three\nfour five.\n", [2, 3]],
    ["items of a list", "a.md", "- one two\n- three\n  four\n", [2, 2]],
    ["cells of a table", "a.md", "| one two | `a | b` |\n| --- | --- |\n", [2, 1]],
    ["code as one word", "a.md", "`a b c` is one. `d` too.\n", [3, 2]],
    ["no blocks of code", "a.md", "One.\n\n```sh\ntwo three\n```\n", [1]],
    ["no abbreviated figures", "a.md", "It takes 1.8 ms of e.g. two.\n", [7]],
    ["comments", "a.ts", "// One two\n// three.\nconst four = 5;\n", [3]],
    ["comments of documentation", "a.ts", "/**\n * One.\n *\n * Two three.\n */\n", [1, 2]],
    ["comments of a script", "a.sh", "#!/bin/sh\n# One two.\nthree\n", [2]],
  ])("%s", (_, file, text, counts) => {
    expect(sentencesOf(file, text).map(({ words }) => words.length)).toEqual(counts);
  });

  it(`${sentenceWordsMax} words are not long, one more is`, () => {
    const of = (count: number) => `${Array.from({ length: count }, () => "word").join(" ")}.`;
    expect(longSentences("a.md", of(sentenceWordsMax))).toHaveLength(0);
    expect(longSentences("a.md", of(sentenceWordsMax + 1))).toHaveLength(1);
  });
});

describe("comments", () => {
  /** Openings that leave open which thing a comment speaks of. */
  const riddle =
    /^\s*(?:\/\*\*|\*|\/\/) *(?:Of|What|One who|None|Whether it is|Those that|As it is) /;
  const programs = [...texts].filter(([file]) => /\.(tsx?|mjs)$/.test(file));

  it("begin with the noun or verb that they speak of", () => {
    const found = programs.flatMap(([file, text]) =>
      text
        .split("\n")
        .flatMap((line, index) =>
          riddle.test(line) ? `${file}:${index + 1}: ${line.trim()}` : [],
        ),
    );
    expect(found).toEqual([]);
  });

  it.each([
    ["/** Of the oldest. */", true],
    ["  // What others seal with.", true],
    [" * Those that fit a page.", true],
    ["/** The lag of the oldest event. */", false],
    ["/** Whether it refuses. */", false],
    ["/** Often enough. */", false],
  ])("%s is a riddle: %s", (line, isRiddle) => {
    expect(riddle.test(line)).toBe(isRiddle);
  });
});

describe("names of files and exported types", () => {
  const used = wordsOfNames(texts);
  const glossary = glossaryWords();
  const general = wordsOfList("general.txt");
  const unexplained = wordsOfList(unexplainedFile);

  it("are made of known words (a term belongs into docs/glossary.md, a plain word into scripts/words/general.txt)", () => {
    const known = new Set([...glossary, ...general, ...unexplained]);
    const unknown = [...used].filter(([word]) => !known.has(word));
    expect(unknown.map(([word, where]) => `${word}: ${where}`)).toEqual([]);
  });

  it("are allowed no further words without an explanation", () => {
    expect(unexplained.length).toBeLessThanOrEqual(unexplainedMax);
  });

  it.each([
    ["SyncJobs", ["sync", "job"]],
    ["services/sync/src/claim-classes", ["service", "sync", "src", "claim", "class"]],
    ["JSONAddress", ["json", "address"]],
    ["capacities", ["capacity"]],
  ])("%s is made of %j", (name, words) => {
    expect(wordsIn(name)).toEqual(words);
  });
});

describe("documents", () => {
  it("name files that exist", () => {
    const missing = documents.flatMap(([document, text]) =>
      namedPaths(text)
        .filter((path) => !existsFor(document, path))
        .map((path) => `${document}: ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it("name functions, fields and settings that exist", () => {
    const known = new Set(
      [...texts]
        .filter(([file]) => !file.endsWith(".md"))
        .flatMap(([, text]) => text.match(/[A-Za-z_]\w+/g) ?? []),
    );
    const missing = documents.flatMap(([document, text]) =>
      namedIdentifiers(text)
        .filter((name) => !known.has(name) && !foreign.has(name))
        .map((name) => `${document}: ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

/** Names in back-ticks of two or more joined words: `claimCapacity`, `LeasedCache`, `CLAIM_SWEEP_SECONDS`. */
function namedIdentifiers(text: string): readonly string[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, "");
  return [...prose.matchAll(/`([\w.]+)(?:\([^`]*\))?`/g)].flatMap(([, name = ""]) =>
    name.split(".").filter((word) => /^[a-zA-Z]+(?:[a-z][A-Z]|_)\w*$/.test(word)),
  );
}

/** Paths in back-ticks and in links; patterns, placeholders and names of foreign files are left out. */
function namedPaths(text: string): readonly string[] {
  const prose = text.replaceAll(/```[\s\S]*?```/g, "");
  const quoted = [...prose.matchAll(/`([\w@./-]+)`/g)].map(([, path = ""]) => path);
  const linked = [...prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, path = ""]) => path);
  return [
    ...quoted.filter((path) => /^[\w@.-]+(\/[\w@.-]+)+$/.test(path) && /\.(ts|mjs|md)$/.test(path)),
    ...quoted.filter((path) => /^[\w@.-]+\.(ts|mjs)$/.test(path)),
    ...linked.filter((path) => !/^\w+:/.test(path)),
  ];
}

/** From the document's folder, from the root, or below the folder of the document's package. */
function existsFor(document: string, path: string): boolean {
  const folder = dirname(document);
  if (existsSync(join(root, folder, path)) || existsSync(join(root, path))) return true;
  const isBelow = (file: string) => file.endsWith(`/${path}`);
  if (basename(document) === "README.md" && folder !== ".")
    return [...texts.keys()].some((file) => file.startsWith(`${folder}/`) && isBelow(file));
  return !path.includes("/") && [...texts.keys()].some(isBelow);
}

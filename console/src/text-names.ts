/** Which names of texts may get shorter ones in what browsers load. Pure. */

/** Texts by name, or groups of them; a plural is a group, too. */
interface Texts {
  readonly [name: string]: string | Texts;
}

interface Sources {
  /** Source of the page, without its texts. */
  readonly page: string;
  /** All else that is loaded with it, and the values that the server says. */
  readonly others: string;
}

/**
 * The names in the sections that the page says only behind a dot of its texts, such as `words.name`, and that nothing
 * else says. A name that is also a value, such as "month" in `words[view]`, keeps its length. So does each name in a
 * group within a section: what the server says may pick it.
 */
export function textNames(
  sections: Readonly<Record<string, Texts>>,
  { page, others }: Sources,
): string[] {
  const groups = Object.values(sections).flatMap((section) => Object.values(section));
  const kept = new Set([...groups.flatMap(namesWithin), ...wordsIn(others)]);
  const code = page.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
  const texts = ["words", String.raw`texts\.(?:access\.)?\w+`, ...Object.keys(sections)].join("|");
  const behindDot = new RegExp(String.raw`\b(?:${texts})\s*\.\s*(\w+)`, "g");
  const asText = tally([...code.matchAll(behindDot)].map(([, name = ""]) => name));
  const said = tally(wordsIn(code));
  const names = new Set(Object.values(sections).flatMap((section) => Object.keys(section)));
  return [...names].filter(
    (name) => asText.has(name) && asText.get(name) === said.get(name) && !kept.has(name),
  );
}

function namesWithin(group: string | Texts): string[] {
  if (typeof group === "string") return [];
  return Object.entries(group).flatMap(([name, each]) => [name, ...namesWithin(each)]);
}

function wordsIn(source: string): string[] {
  return source.match(/[\w$]+/g) ?? [];
}

function tally(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

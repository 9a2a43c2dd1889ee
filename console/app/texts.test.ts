/** The words of the screens in both languages. Their types compare the keys. */
import { globSync } from "node:fs";
import { expect, it as test } from "@jest/globals";
import { auditVerbs, entityTypes } from "@slipway/contracts";
import { en as common } from "../page/texts/en.ts";

interface Languages {
  readonly en: object;
  readonly it: object;
}

function textsOf(tree: object, path = ""): [path: string, text: string][] {
  return Object.entries(tree).flatMap(([name, value]: [string, string | object]) =>
    typeof value === "string" ? [[`${path}${name}`, value]] : textsOf(value, `${path}${name}.`),
  );
}

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

test.each(globSync("**/texts.ts", { cwd: import.meta.dirname }))(
  "%s has the same placeholders in both languages, and no empty text",
  async (file) => {
    const module = (await import(`./${file}`)) as Record<string, { languages: Languages }>;
    const all = Object.values(module).map(({ languages }) => languages);
    expect(all).toHaveLength(1);
    for (const { en, it } of all) {
      const italian = new Map(textsOf(it));
      for (const [path, text] of textsOf(en)) {
        expect([path, text.trim()]).not.toEqual([path, ""]);
        // The glossary's word is "places", "posti" in Italian.
        expect(`${text} ${italian.get(path)}`).not.toMatch(/\b(seats?|sedil[ei])\b/i);
        expect([path, placeholders(italian.get(path) ?? "")]).toEqual([path, placeholders(text)]);
      }
    }
  },
);

test("the change log has a word for each verb", async () => {
  // By a computed name: with it come types of browsers, which Node's own contradict.
  const file = "./screens/settings/verbs/texts.ts";
  const { verbTexts } = (await import(file)) as { verbTexts: { languages: Languages } };
  expect(Object.keys(verbTexts.languages.en).toSorted()).toEqual(
    Object.values(auditVerbs).toSorted(),
  );
});

test("the change log has a word for each kind of record", async () => {
  const file = "./screens/settings/texts.ts";
  const { settingsTexts } = (await import(file)) as {
    settingsTexts: { languages: { en: { changes: { kinds: object } } } };
  };
  const kinds = { ...common.access.audit.kinds, ...settingsTexts.languages.en.changes.kinds };
  expect(Object.keys(kinds).toSorted()).toEqual(entityTypes.toSorted());
});

/** The tables of docs/scaling.md against the collections of the services. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { serviceNames } from "../src/service-names.ts";

const document = readFileSync(join(import.meta.dirname, "../../docs/scaling.md"), "utf8");
const section = document.split("## Shard keys\n")[1]?.split("\n## ")[0] ?? "";
const rows = section.split("\n").filter((line) => line.startsWith("| `"));

/** The shard key of each sharded collection; a hash allows no unique index but its own. */
const keys = new Map(
  rows.flatMap((row) => {
    const [, name = "", fields] = /^\| `([\w.-]+)`\s*\| `\{ (.*) \}`/.exec(row) ?? [];
    return fields === undefined
      ? []
      : [[name, [...fields.matchAll(/(\w+): /g)].map((at) => at[1])]];
  }),
);

interface Made {
  readonly name: string;
  readonly indexes: readonly (readonly [object, { unique?: boolean }?])[];
}

const all = await Promise.all(
  serviceNames.map(async (service) => {
    const { collections } = (await import(`@slipway/${service}/schema`)) as {
      collections: Record<string, Made>;
    };
    return Object.values(collections).map((made) => ({ ...made, name: `${service}.${made.name}` }));
  }),
);

it("names every collection", () => {
  const names = all.flat().map(({ name }) => name);
  expect(names.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
  expect([...keys.keys()].filter((name) => !names.includes(name))).toEqual([]);
  expect(keys.size).toBeGreaterThan(3);
});

it("begins every unique index of a sharded collection with its shard key", () => {
  const unique = all
    .flat()
    .flatMap(({ name, indexes }) =>
      indexes.filter(([, options]) => options?.unique).map(([fields]) => ({ name, fields })),
    );
  expect(unique.length).toBeGreaterThan(8);
  const broken = unique.filter(({ name, fields }) =>
    keys.get(name)?.some((field, at) => Object.keys(fields)[at] !== field),
  );
  expect(broken).toEqual([]);
});

/** docs/scaling.md against the collections that the services make and what a booking asks of them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  type WatchedRead,
  databasesFor,
  watchCommands,
  watchable,
} from "@slipway/dev/testing-reads";
import { type TestGateway, testGateway } from "./testing.ts";
import { type World, aWorld, bookedStartAt, dayOf } from "./world.ts";

type Filter = Readonly<Record<string, unknown>>;

interface Statement {
  /** Such as bookings.bookings. */
  readonly collection: string;
  readonly verb: string;
  /** Or, of an insert, the document. */
  readonly filter: Filter;
}

const document = readFileSync(join(import.meta.dirname, "../../docs/scaling.md"), "utf8");
/** By collection: its fields and whether it is hashed, or undefined where it is kept whole. */
const keys = new Map(
  rowsBelow("## Shard keys").flatMap(([names = "", key = ""]) =>
    names.split(" ").map((name) => [name, keyOf(key)] as const),
  ),
);
/** Statements that go to every shard, such as "bookings.bookings expiresAt status". */
const broadcasts = new Set(
  rowsBelow("## Statements that go to every shard").map(([name, fields = ""]) =>
    [name, ...fields.split(", ").toSorted()].join(" "),
  ),
);

function rowsBelow(title: string): string[][] {
  const section = document.split(`${title}\n`)[1]?.split("\n## ")[0] ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.slice(1, -1).split("|"))
    .map((cells) => cells.map((cell) => cell.trim().replaceAll("`", "")));
}

function keyOf(text: string): { fields: string[]; isHashed: boolean } | undefined {
  const fields = [...text.matchAll(/(\w+): (1|"hashed")/g)].map(([, field = ""]) => field);
  return fields.length === 0 ? undefined : { fields, isHashed: text.includes("hashed") };
}

const reads = ["find", "aggregate", "count", "distinct"];
const writes = ["insert", "update", "delete", "findAndModify"];

let gateway: TestGateway;
let world: World;
let noted: WatchedRead[];

beforeAll(async () => {
  gateway = await testGateway(import.meta.url, watchable(import.meta.url));
  world = await aWorld(gateway);
  noted = watchCommands([...reads, ...writes]);
});
afterAll(() => gateway.stop());

describe("a sharded MongoDB", () => {
  it("has a key for every collection, or keeps it whole", async () => {
    const names = await namesOfCollections();
    expect(names.filter((name) => !keys.has(name))).toEqual([]);
    const sharded = [...keys].filter(([, key]) => key !== undefined).map(([name]) => name);
    expect(sharded.filter((name) => !names.includes(name))).toEqual([]);
    expect(sharded.length).toBeGreaterThan(3);
  });

  it("can keep every unique index: it begins with the shard key, or its collection is whole", async () => {
    const found = await uniqueIndexes();
    expect(found.length).toBeGreaterThan(8);
    const broken = found.filter(({ collection, fields }) => {
      const key = keys.get(collection);
      if (!key) return false;
      return key.isHashed || key.fields.some((field, index) => fields[index] !== field);
    });
    expect(broken).toEqual([]);
  });

  it("finds by the shard key whatever a booking asks, but for sweeps", async () => {
    noted.length = 0;
    await bookAndChange();
    await gateway.platform.settle();
    const statements = noted.flatMap(statementsOf);
    const asked = new Set(statements.map(({ collection, verb }) => `${verb} ${collection}`));
    expect([...asked]).toEqual(
      expect.arrayContaining([
        "insert bookings.bookings",
        "update bookings.bookings",
        "find bookings.bookings",
        "update resources-capacity.ledgers",
        "find resources-capacity.ledgers",
        "insert resources-capacity.claims",
        "update resources-capacity.claims",
        "insert audit.audit_logs",
      ]),
    );
    const toAll = statements.filter(({ collection, filter }) => {
      const key = keys.get(collection);
      return (
        key !== undefined && !key.fields.every((field) => narrows(filter, field, key.isHashed))
      );
    });
    const undocumented = toAll.filter(({ collection, filter }) => {
      const fields = Object.keys(filter).toSorted();
      return !broadcasts.has([collection, ...fields].join(" "));
    });
    expect(undocumented).toEqual([]);
  });
});

/** A booking, looked for, held, prolonged, confirmed, moved, read, listed and cancelled. */
async function bookAndChange(): Promise<void> {
  const { key, ids, freeStartAt } = world;
  const { options: optionId, units: unitId } = ids;
  const ask = async (head: string, body?: object): Promise<Record<string, string>> => {
    const { status, text, body: answer } = await gateway.send(head, { key, body });
    expect([head, status < 300 ? "done" : text]).toEqual([head, "done"]);
    return answer as Record<string, string>;
  };
  const sale = { optionId, startAt: freeStartAt, unitItems: [{ unitId, quantity: 1 }] };
  await ask(`GET /availability?optionId=${optionId}&${new URLSearchParams(dayOf).toString()}`);
  const held = await ask("POST /bookings", { ...sale, status: "ON_HOLD", idempotencyKey: "once" });
  await ask("POST /bookings", { ...sale, status: "ON_HOLD", idempotencyKey: "once" });
  await ask(`POST /bookings/${held["id"]}/extend`, { expirationMinutes: 60 });
  const confirmed = await ask(`POST /bookings/${held["id"]}/confirm`);
  await ask(`PATCH /bookings/${held["id"]}`, {
    expectedUpdatedAt: confirmed["updatedAt"],
    startAt: bookedStartAt,
  });
  await ask(`GET /bookings/${held["id"]}`);
  await ask("GET /bookings?limit=5");
  await ask(`POST /bookings/${held["id"]}/cancel`);
}

async function namesOfCollections(): Promise<string[]> {
  const names = await Promise.all(
    databasesFor(import.meta.url).map(async ({ service, db }) => {
      const found = await db.listCollections({}, { nameOnly: true }).toArray();
      return found.map(({ name }) => `${service}.${name}`);
    }),
  );
  return names.flat();
}

async function uniqueIndexes(): Promise<{ collection: string; fields: string[] }[]> {
  const found: { collection: string; fields: string[] }[] = [];
  for (const { service, db } of databasesFor(import.meta.url))
    for (const each of await db.collections()) {
      const indexes = (await each.indexes()).filter(({ unique }) => unique);
      const collection = `${service}.${each.collectionName}`;
      found.push(...indexes.map(({ key }) => ({ collection, fields: Object.keys(key) })));
    }
  return found;
}

function statementsOf({ database, command }: WatchedRead): Statement[] {
  const [verb = "", name] = Object.entries(command)[0] ?? [];
  const own = databasesFor(import.meta.url).find(({ db }) => db.databaseName === database);
  const collection = `${own?.service}.${String(name)}`;
  const pipeline = command["pipeline"] as { $match?: Filter }[] | undefined;
  const filters: (Filter | undefined)[] = [
    ...((command["documents"] ?? []) as Filter[]),
    ...((command["updates"] ?? command["deletes"] ?? []) as { q: Filter }[]).map(({ q }) => q),
  ];
  if (filters.length === 0)
    filters.push((command["filter"] ?? command["query"] ?? pipeline?.[0]?.$match) as Filter);
  return filters.map((filter = {}) => ({ collection, verb, filter }));
}

/** Whether a filter says which shards hold what it looks for; a hash knows single values only. */
function narrows(filter: Filter, field: string, isHashed: boolean): boolean {
  const own = filter[field];
  if (typeof own === "string") return true;
  if (typeof own === "object" && own !== null)
    return "$in" in own || "$eq" in own || (!isHashed && "$gte" in own && "$lte" in own);
  const branches = filter["$or"] as Filter[] | undefined;
  return branches?.every((branch) => narrows(branch, field, isHashed)) ?? false;
}

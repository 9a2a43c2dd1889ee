/** The table of calls between services, from which NATS permissions are made, against the code. */
import { describe, expect, it } from "@jest/globals";
import * as contracts from "@slipway/contracts";
import {
  auditVerbs,
  type EntityType,
  callsOf,
  entitiesOf,
  entityTypes,
  relayCalls,
  invalidateCalls,
} from "@slipway/contracts";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { busName, serviceNames } from "../src/service-names.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The sources below these folders, without their tests. */
function sourcesIn(...folders: string[]): string {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
        .map((name) => readFileSync(join(root, folder, name), "utf8")),
    )
    .join("\n");
}

/** The names of the actions whose contracts a source mentions. */
function actionsIn(source: string): Set<string> {
  const found = new Set<string>();
  for (const [, module = "", name = ""] of source.matchAll(/\b(\w+)\.(\w+)\b/g)) {
    const of = (contracts as Record<string, unknown>)[module] as
      | Record<string, unknown>
      | undefined;
    const contract = of?.[name] as { name?: unknown; kind?: unknown } | undefined;
    if (typeof contract?.name === "string" && contract.kind !== undefined) found.add(contract.name);
  }
  return found;
}

/** Calls of the package that keeps the facts of options. */
const optionFactsCalls = [contracts.catalog.getOptionFacts, contracts.catalog.listOptionVersions];

const namesOf = (actions: readonly { name: string }[]): string[] => actions.map(({ name }) => name);

describe("the table of calls", () => {
  it.each(serviceNames)("has what %s calls on others, and no more", (service) => {
    const own = busName(service);
    const source = sourcesIn(`services/${service}/src`);
    const called = [...actionsIn(source)].filter((name) => !name.startsWith(`${own}.`));
    const throughPackages = [
      ...(/\bauditConsumer\(/.test(source) ? namesOf(relayCalls.audit) : []),
      ...(/\berasureConsumer\(/.test(source) ? namesOf(relayCalls.erasure) : []),
      ...(/\bsyncConsumer\(/.test(source) ? namesOf(relayCalls.sync) : []),
      ...(/\bwebhooksConsumer\(/.test(source) ? namesOf(relayCalls.webhooks) : []),
      ...(/\bcacheOptionFacts\(/.test(source) ? namesOf(optionFactsCalls) : []),
      ...(/\binvalidateCaches\(/.test(source) ? namesOf(invalidateCalls) : []),
    ];
    const expected = new Set([...called, ...throughPackages]);
    expect(new Set(namesOf(callsOf[own]))).toEqual(expected);
  });

  it("has what the command line and the first start call, and no more", () => {
    const folders = ["server/src/cli", "server/src/data", "server/src/start"];
    const outboxes = Object.values(contracts.outbox.outboxes);
    const expected = new Set([
      ...actionsIn(sourcesIn(...folders)),
      ...outboxes.flatMap(({ listOutbox, retryOutbox }) => [listOutbox.name, retryOutbox.name]),
      ...Object.values(contracts.tenantData.ofServices).flatMap(
        ({ exportRecords, deleteRecords }) => [exportRecords.name, deleteRecords.name],
      ),
    ]);
    expect(new Set(namesOf(callsOf.operator))).toEqual(expected);
  });

  it("has the records whose events a service sends", () => {
    for (const service of serviceNames) {
      const written = [...sourcesIn(`services/${service}/src`).matchAll(/type: "(\w+)\.(\w+)"/g)]
        .filter(([, , verb = ""]) => Object.hasOwn(auditVerbs, verb))
        .map(([, entity]) => entity)
        .filter((entity) => entityTypes.includes(entity as EntityType));
      expect([service, new Set(entitiesOf[busName(service)])]).toEqual([service, new Set(written)]);
    }
  });
});

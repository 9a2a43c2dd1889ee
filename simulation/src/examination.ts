/** What is looked at once a world is at rest. */
import { call } from "@slipway/broker";
import { bookings, resourcesCapacity } from "@slipway/contracts";
import type { Bus } from "./bus.ts";
import type { Chance } from "./chance.ts";
import type { Document } from "./engine/document.ts";
import type { Engine } from "./engine/engine.ts";
import { type Office, requestOf } from "./office.ts";
import type { Judge } from "./oracle/judge.ts";
import type { ResourceDocument } from "./oracle/records.ts";
import { Violation } from "./violation.ts";

/** What a list asked for at once has at most. */
const listMax = 100;

interface Examined {
  readonly bus: Bus;
  readonly engine: Engine;
  readonly office: Office;
  readonly judge: Judge;
  readonly chance: Chance;
  /** Carries a question out, step by step. */
  readonly ask: (what: string, question: () => Promise<void>) => Promise<void>;
}

/** What doctor would find, and what every replica lists. */
export async function examine(examined: Examined): Promise<void> {
  const { bus, office, judge, ask } = examined;
  const request = requestOf(office.broker, 600_000);
  await ask("doctor", async () => {
    const places = await call(request, resourcesCapacity.examineCapacity, {});
    const sales = await call(request, bookings.examineBookings, {});
    const findings = [...places.findings, ...sales.findings];
    if (findings.length > 0) throw new Violation("I6", JSON.stringify(findings));
  });
  await ask("doctor after a restore", () => lowerNumbers(examined));
  for (const { nodeID: nodeId } of bus.serving(bookings.listBookings.name))
    for (const status of ["CONFIRMED", "CANCELLED"] as const)
      await ask("lists", async () => {
        const input = { status, limit: listMax };
        const page = await call(request, bookings.listBookings, input, { nodeId });
        judge.shown.checkList(status, { items: page.items, total: page.total ?? 0 });
      });
  judge.check();
}

/** A resource's number becomes one of an older dump: doctor has to see that more is sold. */
async function lowerNumbers({ engine, office, judge, chance }: Examined): Promise<void> {
  const table = engine.serverOf("resources-capacity").table("resources");
  const isTaken = ({ _id }: Document): boolean => judge.taken(_id) > 0;
  const sold = [...table.durable.values()].filter(isTaken);
  if (sold.length === 0) return;
  const stored = chance.pick(sold) as Document & ResourceDocument;
  const { _id, capacityPerResource } = stored;
  const quantity = Math.ceil(judge.taken(_id) / capacityPerResource) - 1;
  table.restore({ ...stored, quantity, commit: "restored" });
  // There is no time for recovery in it: nothing else is wrong.
  const request = requestOf(office.broker, 5_000);
  const { findings } = await call(request, resourcesCapacity.examineCapacity, {});
  const isStillOversold = judge.taken(_id) > quantity * capacityPerResource;
  table.restore(stored);
  const isOfIt = ({ kind, id }: (typeof findings)[number]): boolean =>
    kind === "resource-oversold" && id.endsWith(` ${_id}`);
  if (findings.every(isOfIt) && (findings.length > 0 || !isStillOversold)) return;
  const what = `${stored.name} with ${quantity} of ${stored.quantity}`;
  throw new Violation("I6", `doctor has found of the ${what}: ${JSON.stringify(findings)}`);
}

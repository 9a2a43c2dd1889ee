/** The examination of a world at rest. */
import { call } from "@slipway/broker";
import { bookings, resourcesCapacity } from "@slipway/contracts";
import type { Bus } from "./bus.ts";
import type { RandomSource } from "./random-source.ts";
import type { Document } from "./engine/document.ts";
import type { Engine } from "./engine/engine.ts";
import { type Clients, requestOf } from "./clients.ts";
import { queryOf } from "./commands.ts";
import type { Oracle } from "./oracle/oracle.ts";
import { ofOlderDump } from "./oracle/oversell.ts";
import type { ResourceDocument } from "./oracle/records.ts";
import type { Filter } from "./oracle/shown.ts";
import { Violation } from "./violation.ts";

/** By then a relay has delivered the events of a repair, or of a hold that has ended just now. */
const deliveredWithinMs = 10_000;
/** The largest page of a list. */
const listMax = 100;

const listsAtRest: readonly Filter[] = [
  { statuses: ["CONFIRMED"], order: "startAt" },
  { statuses: ["CANCELLED"], order: "createdAt" },
];

interface Examined {
  readonly bus: Bus;
  readonly engine: Engine;
  readonly clients: Clients;
  readonly oracle: Oracle;
  readonly random: RandomSource;
  /** Carries a question out, step by step. */
  readonly ask: (what: string, question: () => Promise<void>) => Promise<void>;
}

/** Checks the stored state, and compares doctor's findings and the lists of every replica with it. */
export async function examine(examined: Examined): Promise<void> {
  const { bus, clients, oracle, ask } = examined;
  const request = requestOf(clients.broker, 600_000);
  await checkAtRest(examined);
  await ask("doctor", async () => {
    const places = await call(request, resourcesCapacity.examineCapacity, {});
    const sales = await call(request, bookings.examineBookings, {});
    const { lostLedgers } = oracle;
    lostLedgers.checkFound(
      lostLedgers.withoutLostExpansions([...places.findings, ...sales.findings]),
    );
    await call(request, resourcesCapacity.repairCapacity, { findings: places.findings });
    const left = await call(request, resourcesCapacity.examineCapacity, {});
    const kept = lostLedgers.withoutLostExpansions(left.findings);
    if (kept.length > 0) throw new Violation("I6", JSON.stringify(kept));
    // Repairs are events, too.
    await new Promise((resume) => setTimeout(resume, deliveredWithinMs));
  });
  await checkAtRest(examined);
  await ask("doctor after a restore", () => lowerNumbers(examined));
  for (const { nodeID: nodeId } of bus.serving(bookings.listBookings.name))
    for (const filter of listsAtRest)
      await ask("lists", async () => {
        const input = { ...queryOf(filter), limit: listMax };
        const page = await call(request, bookings.listBookings, input, { nodeId });
        oracle.shown.checkList(filter, { items: page.items, total: page.total ?? 0 });
      });
  oracle.check();
}

async function checkAtRest({ oracle, ask }: Examined): Promise<void> {
  if (!oracle.events.areDelivered())
    await ask("deliveries", () => new Promise((resume) => setTimeout(resume, deliveredWithinMs)));
  oracle.checkAtRest();
}

/** Lowers a resource's number, as an older dump would: doctor has to find it oversold. */
async function lowerNumbers({ engine, clients, oracle, random }: Examined): Promise<void> {
  const table = engine.serverOf("resources-capacity").table("resources");
  const isTaken = ({ _id }: Document): boolean => oracle.taken(_id) > 0;
  const sold = [...table.durable.values()].filter(isTaken);
  if (sold.length === 0) return;
  const stored = random.pick(sold) as Document & ResourceDocument;
  const { _id, capacityPerResource } = stored;
  const quantity = Math.ceil(oracle.taken(_id) / capacityPerResource) - 1;
  table.restore({ ...stored, quantity, commit: ofOlderDump });
  // A short deadline, so that doctor does not wait for recovery: nothing else is wrong.
  const request = requestOf(clients.broker, 5_000);
  const { findings } = await call(request, resourcesCapacity.examineCapacity, {});
  const isStillOversold = oracle.taken(_id) > quantity * capacityPerResource;
  table.restore(stored);
  const isOfIt = ({ kind, id }: (typeof findings)[number]): boolean =>
    kind === "resource-oversold" && id.endsWith(` ${_id}`);
  const others = oracle.lostLedgers.withoutLostExpansions(findings);
  if (others.every(isOfIt) && (findings.length > 0 || !isStillOversold)) return;
  const what = `${stored.name} with ${quantity} of ${stored.quantity}`;
  throw new Violation("I6", `doctor has found of the ${what}: ${JSON.stringify(findings)}`);
}

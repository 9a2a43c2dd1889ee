/** Commands that change how much options need of resources, and which ones they need. */
import { type Request, call } from "@slipway/broker";
import { type InputOf, resourcesCapacity } from "@slipway/contracts";
import { type Clients, attempt, requestOf } from "./clients.ts";
import { type Option, departures, departuresOf, options, resources } from "./fixture.ts";
import type { Margins, ResourceDocument } from "./oracle/records.ts";
import { orderOf, priced } from "./orders.ts";
import type { Kind } from "./plan.ts";
import { create } from "./requests.ts";
import { lookAround } from "./vacancies-commands.ts";

type Requirement = InputOf<typeof resourcesCapacity.setRequirement>;
type Named = InputOf<typeof resourcesCapacity.deleteRequirement>;

/** Links an option to its own resources, without faults. */
export async function linkFirst(clients: Clients, { id, needs }: Option): Promise<void> {
  const { broker, oracle, resourceIds } = clients;
  for (const { resource, ...amounts } of needs) {
    const resourceId = resourceIds.get(resource) as string;
    const wanted = { id, resourceId, ...amounts, ...drawMargins(clients) };
    const link = oracle.links.begun({ resourceId, optionId: id, wanted });
    await call(requestOf(broker, 60_000), resourcesCapacity.setRequirement, wanted);
    oracle.links.answered(link, "made");
  }
}

/** Repeats the change if no answer came. Sometimes an order follows that fits only before or after it. */
export async function changeRequirement(clients: Clients, kind: Kind): Promise<void> {
  const { random, resourceIds } = clients;
  const { option, startAt } = random.pick(
    departures.filter((each) => each.option.needs.length > 0),
  );
  const resourceId = resourceIds.get(random.pick(option.needs).resource) as string;
  const once = async (): Promise<void> => {
    const wanted = drawRequirement(clients, option, resourceId);
    if (!(await requireOnce(clients, kind, wanted))) await requireOnce(clients, kind, wanted);
  };
  await lookAround(clients, option, async () => {
    await once();
    if (random.is(0.3)) await once();
  });
  if (!random.is(0.5)) return;
  const order = { ...orderOf(clients, "CONFIRMED"), optionId: option.id, startAt };
  await create(clients, "create", { ...order, ...priced(option, random.from(1, 3)) });
}

/**
 * Makes an option need a resource of its supplier, or need it no more. Orders come beside the change and after it. Half of
 * them are on a day that nobody has booked yet: its ledger is opened meanwhile.
 */
export async function changeLink(clients: Clients, kind: Kind): Promise<void> {
  const { random, resourceIds } = clients;
  const option = random.pick(options);
  const { name } = random.pick(
    resources.filter(({ supplierId }) => supplierId === option.supplierId),
  );
  const resourceId = resourceIds.get(name) as string;
  const isOwn = option.needs.some(({ resource }) => resource === name);
  const set = (): Promise<boolean> =>
    requireOnce(clients, kind, drawRequirement(clients, option, resourceId));
  const remove = (): Promise<boolean> =>
    removeOnce(clients, kind, { optionId: option.id, resourceId });
  const once = (): Promise<boolean> => (random.is(isOwn ? 0.7 : 0.5) ? set() : remove());
  const startAt = random.is(0.5) ? onNewDay(clients, option) : random.pick(departuresOf(option));
  const order = async (): Promise<void> => {
    await new Promise((resume) => setTimeout(resume, random.around(random.pick([1, 20, 200]))));
    const here = { optionId: option.id, startAt, ...priced(option, random.from(1, 3)) };
    await create(clients, "create", { ...orderOf(clients, "ON_HOLD"), ...here });
  };
  const changes = random.is(0.2) ? [once(), once()] : [once()];
  const beside = Array.from({ length: random.below(3) }, order);
  await lookAround(clients, option, () => Promise.all([...changes, ...beside]));
  await order();
  if (isOwn || random.is(0.5)) return;
  // Views are kept that were read between the two.
  for (const each of [set, order, remove, order]) await each();
}

function onNewDay({ random }: Clients, { startTimes }: Option): string {
  const [first = ""] = departuresOf({ startTimes, days: 1 });
  return new Date(Date.parse(first) + random.from(6, 300) * dayMs).toISOString();
}

const dayMs = 86_400_000;

function drawRequirement(clients: Clients, { id }: Option, resourceId: string): Requirement {
  const maxQuantity = clients.random.pick([null, 1, 2, 3]);
  return { id, resourceId, quantity: 1, maxQuantity, ...drawMargins(clients) };
}

/** For how long a departure occupies a resource before and after its run: no longer than that in most worlds. */
function drawMargins({ random, plan }: Pick<Clients, "random" | "plan">): Required<Margins> {
  if (!plan.hasMargins) return { prepareMinutes: 0, turnaroundMinutes: 0 };
  const minutes = (): number => random.pick([0, 0, 30, 60, 120]);
  return { prepareMinutes: minutes(), turnaroundMinutes: minutes() };
}

async function requireOnce(clients: Clients, kind: Kind, wanted: Requirement): Promise<boolean> {
  const { id: optionId, resourceId, maxQuantity } = wanted;
  return change(clients, kind, {
    named: { optionId, resourceId, wanted },
    ask: (request) => call(request, resourcesCapacity.setRequirement, wanted),
    isMade: ({ requirements }) =>
      requirements.some((each) => each.optionId === optionId && each.maxQuantity === maxQuantity),
  });
}

function removeOnce(clients: Clients, kind: Kind, named: Named): Promise<boolean> {
  return change(clients, kind, {
    named: { ...named, wanted: null },
    ask: (request) => call(request, resourcesCapacity.deleteRequirement, named),
    isMade: ({ requirements }) => requirements.every(({ optionId }) => optionId !== named.optionId),
  });
}

interface Change {
  readonly named: Named & { readonly wanted: Requirement | null };
  readonly ask: (request: Request) => Promise<object>;
  readonly isMade: (resource: ResourceDocument) => boolean;
}

/** Asks for a change, and reports its answer to the oracles; true: it was made. */
async function change(
  clients: Clients,
  kind: Kind,
  { named, ask, isMade }: Change,
): Promise<boolean> {
  const { oracle, vacancies } = clients;
  const [need, link] = [oracle.needs.begun(named), oracle.links.begun(named)];
  const shown = vacancies.begun(named.resourceId);
  const answer = await attempt(clients, kind, ask);
  const isDone = answer !== undefined && !("refusal" in answer);
  oracle.needs.answered(need, isDone);
  const refused = answer === undefined ? undefined : "refused";
  oracle.links.answered(link, isDone ? "made" : refused);
  if (isDone) vacancies.answered(shown, isMade);
  return isDone;
}

/** The operator archives days that ended long ago, while staff still sells on them. */
import { call } from "@slipway/broker";
import { bookingArchive, capacityArchive } from "@slipway/contracts";
import { type Clients, attempt } from "./clients.ts";
import type { Kind } from "./plan.ts";

const { keepDaysMin: keepDays } = capacityArchive;
/** Long after the departures of every world, and after the sweep of ended claims. */
export const untilArchivedMs = (keepDays + 10) * 86_400_000;

/** One step of a run. A run that was killed in between is another client's that does the first steps alone. */
export async function archiveDays(clients: Clients, kind: Kind): Promise<void> {
  const { random } = clients;
  const steps = [archiveBookings, archiveLedgers, archiveClaims];
  await random.pick(steps)(clients, kind);
}

type Step = (clients: Clients, kind: Kind) => Promise<void>;

const archiveLedgers: Step = async (clients, kind) => {
  const { oracle } = clients;
  const page = await attempt(clients, kind, (request) =>
    call(request, capacityArchive.listEndedLedgers, { keepDays }),
  );
  if (!page || "refusal" in page) return;
  for (const { line } of page.items) oracle.closing.filed(line);
  await writeFile(clients);
  const versions = clients.random.is(0.5) ? page.items.slice(0, 1) : page.items;
  await attempt(clients, kind, (request) =>
    call(request, capacityArchive.archiveLedgers, {
      keepDays,
      versions: versions.map(({ version }) => version),
    }),
  );
};

const archiveClaims: Step = async (clients, kind) => {
  const page = await attempt(clients, kind, (request) =>
    call(request, capacityArchive.listEndedClaims, { keepDays }),
  );
  if (!page || "refusal" in page) return;
  const versions = page.items.map(({ version }) => version);
  for (const { id, revision } of versions) clients.oracle.closing.filedStep(id, revision);
  await writeFile(clients);
  await attempt(clients, kind, (request) =>
    call(request, capacityArchive.archiveClaims, { versions }),
  );
};

const archiveBookings: Step = async (clients, kind) => {
  const run = clients.random.uuid();
  const page = await attempt(clients, kind, (request) =>
    call(request, bookingArchive.listEndedBookings, { run }),
  );
  if (!page || "refusal" in page) return;
  await writeFile(clients);
  const some = clients.random.is(0.5) ? page.items.slice(0, 3) : page.items;
  const versions = some.map(({ version }) => version);
  await attempt(clients, kind, (request) =>
    call(request, bookingArchive.archiveBookings, { run, versions, end: true }),
  );
};

/** Waits while the operator writes the file, which has no booking that is sold meanwhile. */
function writeFile({ random }: Clients): Promise<void> {
  return new Promise((resume) => setTimeout(resume, random.around(20)));
}

import type { sync } from "@slipway/contracts";
import { type Channel, signing } from "../channel/channel.ts";
import { sealedFor } from "../channel/create-channel.ts";
import { listDepartures } from "../change/plan-jobs.ts";
import type { Deps } from "../deps.ts";
import type { Attempt, Job } from "./job.ts";

/**
 * Makes one attempt to send a job to its channel, signed and guarded as webhooks are. A channel that
 * is gone, disabled or has no endpoint ends the job: it may be retried when that has changed.
 */
export async function sendJob(deps: Deps, job: Job): Promise<Attempt> {
  const channel = await deps.channels.get(job.tenantId, job.channelConnectionId);
  if (channel?.status !== "ACTIVE" || channel.endpointUrl === null)
    return { isSuccess: false, error: "CHANNEL_NOT_ACTIVE", retryInMs: null };
  const body = job.body ?? JSON.stringify(await vacanciesOf(deps, job));
  return deps.send({
    url: channel.endpointUrl,
    id: job.id,
    secrets: secretsOf(deps, channel),
    body,
    attempt: job.attempts - job.attemptsBefore + 1,
  });
}

function secretsOf({ open, clock }: Deps, { id, tenantId, secrets }: Channel): string[] {
  return signing(secrets, clock()).map((sealed) => open(sealed, sealedFor(tenantId, id)));
}

type Figures = Awaited<ReturnType<typeof listDepartures>>[number];

/** The figures of a job's departures as they are now; what departs no more has nothing to sell. */
async function vacanciesOf(
  deps: Deps,
  { tenantId, entityId: optionId, departures }: Job,
): Promise<sync.AvailabilityUpdate> {
  const starts = (departures ?? []).map((start) => start.getTime());
  const found = new Map<string, Figures>();
  const [from, to] = [starts.at(0), starts.at(-1)];
  if (from !== undefined && to !== undefined)
    for (const each of await listDepartures(deps, tenantId, optionId, { from, to }))
      found.set(each.startAt, each);
  return {
    type: "AVAILABILITY_UPDATE",
    timestamp: new Date(deps.clock()).toISOString(),
    data: { optionId, departures: starts.map((start) => figuresOf(start, found)) },
  };
}

function figuresOf(start: number, found: ReadonlyMap<string, Figures>): Figures {
  const startAt = new Date(start).toISOString();
  const { vacancies, available } = found.get(startAt) ?? { vacancies: 0, available: false };
  return { startAt, vacancies, available };
}

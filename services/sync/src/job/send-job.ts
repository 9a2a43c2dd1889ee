import assert from "node:assert";
import type { BookingUpdate, sync } from "@slipway/contracts";
import type { Message } from "@slipway/delivery";
import type { Lease } from "@slipway/jobs";
import { type Channel, isBeforeSupplier } from "../record/channel.ts";
import { sealedFor } from "../channel/create-channel.ts";
import { listDepartures } from "./read-facts.ts";
import type { JobDeps } from "./deps.ts";
import {
  notificationText,
  sealedFor as boundToSubscription,
  subscribedTo,
} from "../record/subscription.ts";
import type { Attempt, Job } from "./job.ts";

/**
 * Makes one attempt to send a job to its channel, signed and guarded as webhooks are. A channel that
 * is gone, disabled, of another supplier or has no endpoint, and a subscription that is gone, ends the job: it may be retried
 * when that has changed.
 */
export async function sendJob(deps: JobDeps, job: Job, lease: Lease): Promise<Attempt> {
  const channel = await deps.channels.get(job.tenantId, job.channelConnectionId);
  if (channel?.status !== "ACTIVE") return notActive;
  if (job.subscriptionId !== null) return sendNotification(deps, channel, job);
  if (channel.endpointUrl === null) return notActive;
  if (isOfOther(channel, job)) return ofOther;
  const body = job.body ?? JSON.stringify(await vacanciesOf(deps, job, lease));
  const { secrets, endpointUrl: url } = channel;
  const { current: secret, previous: previousSecret } = secrets;
  const endpoint = { url, headers: null, secret, previousSecret };
  const boundTo = sealedFor(job.tenantId, channel.id);
  return send(deps, { job, channel }, { endpoint, boundTo, body });
}

const notActive: Attempt = { isSuccess: false, error: "CHANNEL_NOT_ACTIVE", retryInMs: null };
const notSubscribed: Attempt = { isSuccess: false, error: "NOT_SUBSCRIBED", retryInMs: null };
const ofOther: Attempt = { isSuccess: false, error: "SUPPLIER_MISMATCH", retryInMs: null };

/** Whether a job is about another supplier than that of its channel. One of vacancies names none: then, whether it may be. */
function isOfOther(channel: Channel, { body, createdAt }: Job): boolean {
  if (body === null) return isBeforeSupplier(channel, createdAt);
  const { supplierId } = (JSON.parse(body) as BookingUpdate).data;
  return (channel.supplierId ?? supplierId) !== supplierId;
}

const gone = 410;

/** An endpoint that is gone gets no further attempt. */
async function send(
  deps: JobDeps,
  { job, channel }: { job: Job; channel: Channel },
  content: Pick<Message, "endpoint" | "boundTo" | "body">,
): Promise<Attempt> {
  const { id: webhookId, tenantId, attempts, attemptsBefore } = job;
  const attempt = attempts - attemptsBefore + 1;
  const sent = await deps.outbound.deliver({ ...content, tenantId, webhookId, attempt });
  await noteAttempt(deps, channel, sent.error === null);
  if (sent.error === null) return { isSuccess: true, error: null, retryInMs: null };
  const error = sent.statusCode ? `${sent.error} ${sent.statusCode}` : sent.error;
  return { isSuccess: false, error, retryInMs: sent.statusCode === gone ? null : sent.retryInMs };
}

/** A success this long ago need not be written again. */
const successKnownMs = 60_000;

/** A channel shows when it was last sent something, and when that last succeeded. */
async function noteAttempt(
  { channels, clock, warn }: JobDeps,
  { id, lastSucceededAt, lastAttemptAt }: Channel,
  isSuccess: boolean,
): Promise<void> {
  const now = clock();
  const hasSucceeded = lastSucceededAt?.getTime() === lastAttemptAt?.getTime();
  const isKnown = hasSucceeded && now - (lastSucceededAt?.getTime() ?? 0) < successKnownMs;
  if (isSuccess && isKnown) return;
  // The message was sent: a note that fails must not have it sent again.
  const noted = channels.noteAttempt(id, new Date(now), isSuccess);
  await noted.catch((error: unknown) => warn(`channel ${id}: ${String(error)}`));
}

async function sendNotification(deps: JobDeps, channel: Channel, job: Job): Promise<Attempt> {
  const { id, type, createdAt, subscriptionId, body: data } = job;
  const found = channel.subscriptions.find((each) => each.id === subscriptionId);
  if (!found || !subscribedTo(channel, type, found.supplierId).includes(found))
    return notSubscribed;
  assert(data !== null, "the job of a subscription has data");
  return send(
    deps,
    { job, channel },
    {
      endpoint: { ...found, previousSecret: null },
      boundTo: boundToSubscription(channel, found.id),
      body: notificationText({ id, type, createdAt, subscriptionId: found.id, data }),
    },
  );
}

type Figures = Awaited<ReturnType<typeof listDepartures>>[number];

/** The figures of a job's departures as they are now; what departs no more has nothing to sell. */
async function vacanciesOf(
  deps: JobDeps,
  { tenantId, entityId: optionId, departures }: Job,
  { keep: beforePage }: Lease,
): Promise<sync.AvailabilityUpdate> {
  const starts = (departures ?? []).map((start) => start.getTime());
  const found = new Map<string, Figures>();
  const [from, to] = [starts.at(0), starts.at(-1)];
  if (from !== undefined && to !== undefined)
    for (const each of await listDepartures(deps, tenantId, { optionId, from, to, beforePage }))
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

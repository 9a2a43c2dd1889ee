/** The times and bounds of the three queues. The assertions at the end hold the relations between them at start. */
import assert from "node:assert";
import { deadlineMs } from "@slipway/broker";
import { attemptMsMax } from "@slipway/delivery";
import { jobsPerTurnMax, keptShare, putOffMs } from "@slipway/jobs";
import { databaseMs } from "@slipway/store";

// All queues.

/** A replica starts what it has made itself at once, and looks for the rest this often. */
export const lookEveryMs = 2_000;

// Events that channels have sent.

/** Events that one process applies at the same time. */
export const eventSlotsMax = 32;
/** After this time another replica takes an event up. */
export const eventLeaseMs = 30_000;

// Jobs that notify channels.

/** Jobs that one process sends at the same time. */
export const jobSlotsMax = 100;
/** Jobs of one channel that are sent at the same time, on all replicas. */
export const jobsPerChannelMax = 5;
/** After this time another replica makes the next attempt. One that reads many pages renews its lease. */
export const jobLeaseMs = 60_000;
/** Pause after a fault of ours; nothing was sent. */
export const faultRetryMs = 30_000;

// Plans, which make jobs of the changes that were gathered.

/** Tenants that are planned at the same time: the many options of one keep no other waiting. */
export const planSlotsMax = 4;
/** Pause between two looks for changes, unless changes are gathered for a shorter time. */
export const planEveryMs = 1_000;
/** After this time another replica plans the changes of a tenant. A plan renews its lease between its steps. */
export const planLeaseMs = 60_000;
/** The changes of a tenant whose plan failed wait for this long, while other tenants pass. */
export const postponeMs = 5_000;
/** Changes of a tenant in one plan. */
export const changesMax = 2_000;
/** Jobs in one write: each may name so many departures. */
export const insertedMax = 100;
/** Departures in one job. */
export const departuresMax = 1_000;

assert(
  jobsPerTurnMax < Math.min(eventSlotsMax, jobSlotsMax),
  "one tenant's turn leaves slots to others",
);
assert(jobsPerChannelMax <= jobsPerTurnMax, "a turn is long enough for all jobs of a channel");
assert(
  deadlineMs.mutation + databaseMs.socket < eventLeaseMs,
  "a lease outlasts an attempt's calls and the write of its outcome",
);
assert(putOffMs < eventLeaseMs, "a waiting event is looked at while the one before is applied");
assert(
  deadlineMs.read + attemptMsMax + databaseMs.socket < keptShare * jobLeaseMs,
  "a lease that was kept outlasts the reading of a page, an attempt and the write of its outcome",
);
assert(
  deadlineMs.read + databaseMs.socket < keptShare * planLeaseMs,
  "a lease that was kept outlasts a step of a plan: a question, or the write of its jobs",
);
assert(faultRetryMs < jobLeaseMs, "a job is retried after a fault sooner than after a crash");
assert(postponeMs < planLeaseMs, "a plan is tried again after a fault sooner than after a crash");

/** The times and bounds of the three worker pools. The assertions at the end hold the relations between them at start. */
import assert from "node:assert";
import { deadlineMs } from "@slipway/broker";
import { attemptMsMax } from "@slipway/delivery";
import { databaseMs } from "@slipway/store";

// All pools.

/** Tasks of one tenant that start before the next tenant's turn. */
export const turnMax = 10;
/** A replica starts what it has made itself at once, and looks for the rest this often. */
export const lookEveryMs = 2_000;

// Events that channels have sent.

/** Events that one process applies at the same time. */
export const eventSlotsMax = 32;
/** Due events of a tenant that one look reads; events behind others of their booking are among them. */
export const eventsListedMax = 200;
/** After this time another replica takes an event up. */
export const eventLeaseMs = 30_000;
/** An event behind another one is looked at again after this time, unless its turn comes sooner. */
export const deferMs = 2_000;

// Jobs that notify channels.

/** Jobs that one process sends at the same time. */
export const jobSlotsMax = 100;
/** Due jobs of a tenant that one look reads. */
export const jobsListedMax = 100;
/** Jobs of one channel that are sent at the same time. */
export const jobsPerChannelMax = 5;
/** After this time another replica makes the next attempt. */
export const jobLeaseMs = 60_000;
/** Pause after a fault of ours; nothing was sent. */
export const faultRetryMs = 30_000;

// Plans, which make jobs of the changes that were gathered.

/** Tenants that are planned at the same time: the many options of one keep no other waiting. */
export const planSlotsMax = 4;
/** Pause between two looks for changes, unless changes are gathered for a shorter time. */
export const planEveryMs = 1_000;
/** One replica plans for this long after its last look. */
export const planLeaseMs = 15_000;
/** The changes of a tenant whose plan failed wait for this long, while other tenants pass. */
export const postponeMs = 5_000;
/** Changes of a tenant in one plan. */
export const changesMax = 2_000;
/** Departures in one job. */
export const departuresMax = 1_000;

assert(turnMax < Math.min(eventSlotsMax, jobSlotsMax), "one tenant's turn leaves slots to others");
assert(eventSlotsMax <= eventsListedMax, "one look finds enough events for all slots");
assert(jobSlotsMax <= jobsListedMax, "one look finds enough jobs for all slots");
assert(jobsPerChannelMax <= turnMax, "a turn is long enough for all jobs that a channel may get");
assert(
  deadlineMs.mutation + databaseMs.socket < eventLeaseMs,
  "a lease outlasts an attempt's calls and the write of its outcome",
);
assert(deferMs < eventLeaseMs, "a waiting event is looked at while the one before is applied");
assert(
  deadlineMs.read + attemptMsMax + databaseMs.socket < jobLeaseMs,
  "a lease outlasts the reading of a page, an attempt and the write of its outcome",
);
assert(faultRetryMs < jobLeaseMs, "a job is retried after a fault sooner than after a crash");
assert(2 * planEveryMs < planLeaseMs, "the replica that plans renews its lease by its next look");
assert(postponeMs < planLeaseMs, "the replica whose plan failed tries it again");

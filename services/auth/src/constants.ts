/** The times and bounds of users, sessions and log-ins. The assertions at the end hold the relations between them at start. */
import assert from "node:assert";
import { deadlineMs } from "@slipway/broker";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

// Sessions.

/** A session that nobody uses ends after this time. */
export const sessionIdleMs = 30 * minuteMs;
/** A session ends after this time, used or not. */
export const sessionLifetimeMs = 12 * hourMs;
/** A use is stored only this long after the one before: no write per request. */
export const sessionTouchMs = minuteMs;
/** Only a program logs in so often. */
export const sessionsShownMax = 200;
/** Sessions that the job reads and removes before it reads the next ones. */
export const sessionsSweptMax = 100;

// Failed log-ins.

/** Failures in a row before an account waits. */
export const failuresFree = 5;
/** The first wait; each further failure doubles it. */
export const firstWaitMs = 1_000;
export const longestWaitMs = 15 * minuteMs;
/** A failure counts no longer than this after the last one. */
export const failuresRememberedMs = 24 * hourMs;
/** E-mails of nobody share these counters, so that guessing at them fills no database. */
export const nobodysAccounts = 65_536;

/** Log-ins that wait for the test of their password, in each group. Each takes tens of milliseconds. */
export const logInsWaitingMax = 32;
/** A slow machine takes this long for one test. */
const passwordTestMs = 100;

// Users and their devices.

/** An invited user sets the first password within this time. */
export const setupLifetimeMs = 24 * hourMs;
export const deviceLifetimeSeconds = 365 * 86_400;
/** A browser may be several users'. The one that has not logged in for longest is forgotten. */
export const deviceAccountsMax = 5;

/** Between the beginning of a log-in at an identity provider and its end. */
export const singleSignOnMs = 10 * minuteMs;

/** A second factor that was begun waits this long for its code, and for so many codes. */
export const pendingFactorMs = 10 * minuteMs;
export const pendingFactorGuesses = 5;

/** Attempts to raise the version of an owner who stays while another one leaves. */
export const ownerRaisesMax = 4;
/** The owner with the lower id waits this long, times the attempt. */
export const ownerYieldMs = 50;

assert(2 * sessionTouchMs < sessionIdleMs, "a session in use never ends as an idle one");
assert(sessionIdleMs < sessionLifetimeMs, "an idle session ends before its age ends it");
assert(firstWaitMs < longestWaitMs, "waits grow");
assert(longestWaitMs < failuresRememberedMs, "a failure counts until its wait is over");
assert(
  logInsWaitingMax * passwordTestMs < deadlineMs.mutation,
  "the last log-in in the queue is answered within its request",
);
assert(
  ownerRaisesMax * ownerYieldMs < deadlineMs.mutation,
  "an owner who leaves is answered within the request",
);

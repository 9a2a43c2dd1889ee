/** The user who is logged in, and the only way to the API: a call that finds the session ended waits for a new one. */
import { type Me, type Operations, isProblem } from "@slipway/client";
import { type Settings, createOperations, patience } from "@slipway/client/core";
import { keepStream } from "./change-stream.ts";
import { pageState } from "./page-state.ts";
import { hasScope } from "./has-scope.ts";
import type * as Scans from "./screens/check-in/scans.ts";
import { giveUp } from "./unsaved.ts";

const settings: Settings = {
  ...patience,
  origin: "",
  headers: {},
  credentials: "same-origin",
  signal: undefined,
  fetch: (input, init) => fetch(input, init),
  // No browser says it.
  isBeforeSending: () => false,
  // The server is of the same release.
  noteDeprecation: () => undefined,
};
const slipway = createOperations(settings);

/** Undefined: not known yet. Null: nobody. */
export const me = pageState<Me | null | undefined>(undefined);

/** The session has ended under an open page. The log-in stands over it, and what is typed there stays. */
export const hasEnded = pageState(false);

/**
 * The windows of a browser share the cookie: each says to the others whose session it is now, this user's again or another's, and
 * that its user has logged out.
 */
const windows = new BroadcastChannel("slipway-user");
windows.onmessage = ({ data }) => {
  if (!me.value) return;
  if (data === loggedOut(me.value)) leave();
  else if (me.value.user?.id === data) goOn();
  else void newSession();
};
const loggedOut = ({ user }: Me): string => `logged out: ${user?.id}`;

let untilNewSession: PromiseWithResolvers<void> | undefined;

/**
 * Calls the API. Where the session has ended, or is another user's now, the user logs in again and the call is made again: it was refused, so
 * nothing was done. A sale that must not be made twice brings an idempotency key of its own.
 * @param signal Ends the calls.
 */
export async function ask<Data>(
  call: (slipway: Operations) => Promise<Data>,
  signal?: AbortSignal,
): Promise<Data> {
  const client = signal ? createOperations({ ...settings, signal }) : slipway;
  for (;;) {
    if (hasEnded.value) await newSession();
    try {
      return await call(client);
    } catch (error) {
      if (!isProblem(error, "UNAUTHENTICATED") || !me.value) throw error;
      await newSession();
    }
  }
}

export function may(scope: string): boolean {
  return missingOf([scope]).length === 0;
}

/** The scopes that the user lacks. */
export function missingOf(scopes: readonly string[] = []): string[] {
  return scopes.filter((scope) => !hasScope(me.value?.scopes ?? [], scope));
}

/** Finds out who is logged in; once, at the start. */
export async function findMe(): Promise<void> {
  try {
    begin(await slipway.me.get());
  } catch (error) {
    if (!isProblem(error, "UNAUTHENTICATED")) throw error;
    me.value = null;
  }
}

/** The server's cookie is the session; its token in the answer is dropped. */
export async function logIn(given: {
  email: string;
  password: string;
  code?: string;
}): Promise<void> {
  await slipway.sessions.create(given, { maxRetries: 0 });
  const now = await slipway.me.get();
  // Another user's page must not go on with this one's requests.
  if (![null, now.user?.id].includes(sessionStorage.getItem(owner))) return location.reload();
  begin(now);
  goOn();
}

/** Sets the first password of a user who was invited, and begins the user's session in place of another one. */
export async function setUp(setupToken: string, password: string): Promise<void> {
  const { email } = await slipway.users.setUp({ setupToken, password });
  await slipway.sessions.create({ email, password }, { maxRetries: 0 });
}

/** Sets another password, which ends the session, and begins one with it. */
export async function replacePassword(given: { current: string; password: string }): Promise<void> {
  await slipway.users.setOwnPassword(given, { maxRetries: 0 });
  const { email = "" } = me.value?.user ?? {};
  await logIn({ email, password: given.password }).catch((error: unknown) => {
    // It takes a code, which the page of the log-in asks for.
    if (!isProblem(error, "SECOND_FACTOR_REQUIRED")) throw error;
    me.value = null;
  });
}

/** It is no failure that the session has ended already. Nothing is asked between its end and the page's. */
export async function logOut(): Promise<void> {
  // The rules of scans are of another page. Without them they stay as they are.
  const scans = await import("./screens/check-in/scans.ts").catch(() => undefined);
  await slipway.sessions.deleteCurrent().catch((error: unknown) => {
    if (!isProblem(error, "UNAUTHENTICATED")) throw error;
  });
  keepStream(false);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  if (me.value) windows.postMessage(loggedOut(me.value));
  if (scans) leaveScans(scans);
  leave();
}

/** Everything of the user leaves the window with it: what is typed, and the bookings that are gathered for an order. */
function leave(): void {
  giveUp();
  sessionStorage.clear();
  location.assign("/console");
}

/** Scans that wait stay in the browser, without names. */
function leaveScans({ entriesIn, waiting }: typeof Scans): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith("slipway-scans-"))
      localStorage.setItem(key, JSON.stringify(waiting(entriesIn(localStorage.getItem(key)))));
}

/** Key of the user whose the things are that this window keeps over a reload. */
const owner = "slipway-user";

function begin(now: Me): void {
  const id = now.user?.id ?? "";
  if (sessionStorage.getItem(owner) !== id) sessionStorage.clear();
  sessionStorage.setItem(owner, id);
  me.value = now;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  windows.postMessage(now.user?.id);
}

/** Repeats the requests that wait for a session. */
function goOn(): void {
  hasEnded.value = false;
  untilNewSession?.resolve();
  untilNewSession = undefined;
}

function newSession(): Promise<void> {
  untilNewSession ??= Promise.withResolvers<void>();
  hasEnded.value = true;
  // Else it would connect again by the cookie of another user.
  keepStream(false);
  return untilNewSession.promise;
}

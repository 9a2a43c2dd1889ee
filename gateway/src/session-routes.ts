import assert from "node:assert";
import { call, isRefusal } from "@slipway/broker";
import { auth, mutation } from "@slipway/contracts";
import { deviceCookie } from "./device-cookie.ts";
import { endedCookie, sessionCookie } from "./sent-credential.ts";
import { composedRoute } from "./route.ts";

/** Begins a session, and lets a browser keep its token and that its user has logged in from it. */
export const beginSession = composedRoute(
  mutation("gateway.createSession", {
    about: auth.createSession.about,
    input: auth.logIn,
    output: auth.newSession,
    refusals: auth.createSession.refusals,
  }),
  [auth.createSession],
  async (request, input) => {
    const { isSecure, anonymous } = request;
    assert(anonymous, "a log-in needs no credential");
    const { address, device, failedLogins } = anonymous;
    const waitSeconds = failedLogins.waitSeconds(address);
    const attempt = { ...input, address, device, waitSeconds };
    try {
      const { device: issued, ...body } = await call(request, auth.createSession, attempt);
      const cookies = [sessionCookie(body.token, isSecure), deviceCookie(issued, isSecure)];
      return { body, headers: { "Set-Cookie": cookies } };
    } catch (error) {
      if (isRefusal(error, "UNAUTHENTICATED")) failedLogins.note(address);
      throw error;
    }
  },
);

export const endSession = composedRoute(
  auth.deleteCurrentSession,
  [auth.deleteCurrentSession],
  async (request) => {
    const body = await call(request, auth.deleteCurrentSession, {});
    if (!request.isByCookie) return { body };
    return { body, headers: { "Set-Cookie": endedCookie(request.isSecure) } };
  },
);

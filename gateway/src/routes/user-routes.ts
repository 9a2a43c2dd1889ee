import { call } from "@slipway/broker";
import { auth, mutation } from "@slipway/contracts";
import { expectNoWait } from "../limits/allowance.ts";
import { composedRoute, defineRoute } from "../route/route.ts";
import { counted, withoutCookie } from "./session-routes.ts";

/** Sets a first password. Nobody has logged in as this user, so no device is known. */
const setUpUser = composedRoute(
  mutation("gateway.setUpUser", {
    about: auth.setUpUser.about,
    input: auth.setup,
    output: auth.tenantUser,
    refusals: auth.setUpUser.refusals,
  }),
  [auth.setUpUser],
  async (request, input) => {
    const body = await counted(request, ({ address, waitSeconds }) => {
      expectNoWait(waitSeconds);
      return call(request, auth.setUpUser, { ...input, address });
    });
    return { body };
  },
);

/** Changes the password of the session's user, whose sessions end: this one too. */
const setOwnPassword = composedRoute(
  mutation("gateway.setOwnPassword", {
    about: auth.setOwnPassword.about,
    input: auth.passwordChange,
    output: auth.tenantUser,
    refusals: auth.setOwnPassword.refusals,
  }),
  [auth.setOwnPassword],
  async (request, input) => {
    const attempt = { ...input, address: request.address() };
    const body = await call(request, auth.setOwnPassword, attempt);
    return { body, ...withoutCookie(request) };
  },
);

const endOwnSession = composedRoute(
  auth.deleteOwnSession,
  [auth.deleteOwnSession],
  async (request, { id }) => {
    const body = await call(request, auth.deleteOwnSession, { id });
    return { body, ...(id === request.caller.credentialId ? withoutCookie(request) : {}) };
  },
);

/** Password and code are tested again: a session alone, such as one on an open screen, changes no guard of the account. */
const addSecondFactor = composedRoute(
  mutation("gateway.addSecondFactor", {
    about: auth.addSecondFactor.about,
    input: auth.ownProof,
    output: auth.addSecondFactor.output,
    refusals: auth.addSecondFactor.refusals,
    secret: true,
  }),
  [auth.addSecondFactor],
  async (request, input) => {
    const attempt = { ...input, address: request.address() };
    return { body: await call(request, auth.addSecondFactor, attempt) };
  },
);

const removeSecondFactor = composedRoute(
  mutation("gateway.removeSecondFactor", {
    about: auth.removeSecondFactor.about,
    input: auth.ownProof,
    output: auth.tenantUser,
    refusals: auth.removeSecondFactor.refusals,
  }),
  [auth.removeSecondFactor],
  async (request, input) => {
    const attempt = { ...input, address: request.address() };
    return { body: await call(request, auth.removeSecondFactor, attempt) };
  },
);

/** Users need a session beside the scope: a key that is lost shows no names and makes no user. */
export const userRoutes = [
  defineRoute("GET /users", "users:read", auth.listUsers, {
    narrowing: "tenant",
    summary: "Users of the tenant, newest first; with a session",
  }),
  defineRoute("POST /users", "users:write", auth.inviteUser, {
    narrowing: "tenant",
    summary: "Invites a user; the setup token is answered once; with a session",
  }),
  defineRoute("POST /users/setup", null, setUpUser, {
    narrowing: "own",
    summary: "Sets a user's first password by the setup token",
    open: true,
    status: 200,
  }),
  defineRoute("PATCH /users/{id}", "users:write", auth.updateUser, {
    narrowing: "tenant",
    summary: "Changes, disables or enables a user; with a session",
    immutable: ["email"],
  }),
  defineRoute("PUT /users/me/password", null, setOwnPassword, {
    narrowing: "tenant",
    summary: "Changes the password of the session's user, and ends all sessions of the user",
    answerHeaders: ["Set-Cookie"],
  }),
  defineRoute("POST /users/me/second-factor", null, addSecondFactor, {
    narrowing: "tenant",
    summary: "Makes a secret for an authenticator app of the session's user",
  }),
  defineRoute("POST /users/me/second-factor/confirm", null, auth.confirmSecondFactor, {
    narrowing: "tenant",
    summary: "Begins to use the second factor; its recovery codes are answered once",
  }),
  defineRoute("POST /users/me/second-factor/remove", null, removeSecondFactor, {
    narrowing: "tenant",
    summary: "Removes the second factor of the session's user",
  }),
  defineRoute("PUT /me/second-factor-rule", "users:write", auth.setSecondFactorRule, {
    narrowing: "tenant",
    summary: "Sets whether users of the tenant need a second factor; with a session",
  }),
  defineRoute("GET /users/me/sessions", null, auth.listOwnSessions, {
    narrowing: "tenant",
    summary: "Sessions of the session's user",
  }),
  defineRoute("DELETE /users/me/sessions/{id}", null, endOwnSession, {
    narrowing: "tenant",
    summary: "Ends a session of the session's user at once",
    answerHeaders: ["Set-Cookie"],
  }),
];

import { call } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { expectNoWait } from "../limits/allowance.ts";
import { composedRoute, offered, routesOf } from "../route/route.ts";
import { counted, withoutCookie } from "./session-routes.ts";

/** Sets a first password. Nobody has logged in as this user, so no device is known. */
const setUpUser = composedRoute(
  offered(auth.setUpUser, { input: auth.setup, output: auth.tenantUser }),
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
  offered(auth.setOwnPassword, { input: auth.passwordChange, output: auth.tenantUser }),
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
  offered(auth.addSecondFactor, { input: auth.ownProof, secret: true }),
  [auth.addSecondFactor],
  async (request, input) => {
    const attempt = { ...input, address: request.address() };
    return { body: await call(request, auth.addSecondFactor, attempt) };
  },
);

const removeSecondFactor = composedRoute(
  offered(auth.removeSecondFactor, { input: auth.ownProof, output: auth.tenantUser }),
  [auth.removeSecondFactor],
  async (request, input) => {
    const attempt = { ...input, address: request.address() };
    return { body: await call(request, auth.removeSecondFactor, attempt) };
  },
);

/** Users need a session beside the scope: a key that is lost shows no names and makes no user. */
export const userRoutes = routesOf([null, null, "tenant"], {
  "GET /users": [
    auth.listUsers,
    "Users of the tenant, newest first; with a session",
    { scope: "users:read" },
  ],
  "POST /users": [
    auth.inviteUser,
    "Invites a user; the setup token is answered once; with a session",
    { scope: "users:write" },
  ],
  "POST /users/setup": [
    setUpUser,
    "Sets a user's first password by the setup token",
    { narrowing: "own", open: true, status: 200 },
  ],
  "PATCH /users/{id}": [
    auth.updateUser,
    "Changes, disables or enables a user; with a session",
    { immutable: ["email"], scope: "users:write" },
  ],
  "PUT /users/me/password": [
    setOwnPassword,
    "Changes the password of the session's user, and ends all sessions of the user",
    { answerHeaders: ["Set-Cookie"] },
  ],
  "POST /users/me/second-factor": [
    addSecondFactor,
    "Makes a secret for an authenticator app of the session's user",
  ],
  "POST /users/me/second-factor/confirm": [
    auth.confirmSecondFactor,
    "Begins to use the second factor; its recovery codes are answered once",
  ],
  "POST /users/me/second-factor/remove": [
    removeSecondFactor,
    "Removes the second factor of the session's user",
  ],
  "PUT /me/second-factor-rule": [
    auth.setSecondFactorRule,
    "Sets whether users of the tenant need a second factor; with a session",
    { scope: "users:write" },
  ],
  "GET /users/me/sessions": [auth.listOwnSessions, "Sessions of the session's user"],
  "DELETE /users/me/sessions/{id}": [
    endOwnSession,
    "Ends a session of the session's user at once",
    { answerHeaders: ["Set-Cookie"] },
  ],
});

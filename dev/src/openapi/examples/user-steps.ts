import { protagonist } from "./protagonist.ts";
import type { Step } from "./step.ts";

/**
 * Giulia invites Marco, who sets a password. She changes her own, which ends her session. In another one she adds a second
 * factor and removes it, and erases a customer who has asked for it.
 */
export const userSteps: readonly Step[] = [
  {
    name: "invited",
    head: "POST /users",
    body: {
      email: "marco@laguna-viva.example",
      name: "Marco Zorzi",
      scopes: ["bookings:*", "availability:read", "catalog:read"],
    },
  },
  {
    name: "setUp",
    head: "POST /users/setup",
    body: { setupToken: "@invited.setupToken", password: "otto ponti prima di cena" },
  },
  {
    name: "changedUser",
    head: "PATCH /users/@invited.id",
    body: { scopes: ["bookings:*", "availability:read", "catalog:read", "resources:read"] },
  },
  { name: "users", head: "GET /users" },
  {
    name: "otherSession",
    head: "POST /sessions",
    body: { email: protagonist.email, password: protagonist.password },
  },
  { name: "ownSessions", head: "GET /users/me/sessions" },
  { name: "sessionEnded", head: "DELETE /users/me/sessions/@ownSessions.0.id" },
  {
    name: "passwordChanged",
    head: "PUT /users/me/password",
    body: { current: protagonist.password, password: protagonist.laterPassword },
  },
  {
    name: "laterSession",
    head: "POST /sessions",
    body: { email: protagonist.email, password: protagonist.laterPassword },
  },
  {
    name: "newSecondFactor",
    head: "POST /users/me/second-factor",
    body: { current: protagonist.laterPassword },
  },
  {
    name: "recoveryCodes",
    head: "POST /users/me/second-factor/confirm",
    body: { code: "@authenticator.code" },
  },
  {
    name: "secondFactorRemoved",
    head: "POST /users/me/second-factor/remove",
    body: {
      current: protagonist.laterPassword,
      // The app's code has been used to confirm it.
      code: "@recoveryCodes.recoveryCodes.0",
    },
  },
  { name: "secondFactorRule", head: "PUT /me/second-factor-rule", body: { required: false } },
  {
    name: "erased",
    head: "POST /customers/erase",
    body: { emailAddress: "marta.zanon@example.com" },
  },
];

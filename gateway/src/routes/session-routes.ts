import assert from "node:assert";
import { call, isRefusal } from "@slipway/broker";
import { auth } from "@slipway/contracts";
import { deviceCookie } from "../caller/device-cookie.ts";
import { endedCookie, sessionCookie } from "../caller/sent-credential.ts";
import { type UserRequest, composedRoute, offered } from "../route/route.ts";

/** Begins a session, and lets a browser keep its token and that its user has logged in from it. */
export const beginSession = composedRoute(
  offered(auth.createSession, { input: auth.logIn, output: auth.newSession }),
  [auth.createSession],
  async (request, input) => {
    const { isSecure } = request;
    const { device: issued, ...body } = await counted(
      request,
      ({ address, device, waitSeconds }) => {
        const attempt = { ...input, address, device, waitSeconds };
        return call(request, auth.createSession, attempt);
      },
    );
    const cookies = [sessionCookie(body.token, isSecure), deviceCookie(issued, isSecure)];
    return { body, headers: { "Set-Cookie": cookies } };
  },
);

interface Attempt {
  readonly address: string;
  readonly device: string | null;
  /** For which an unknown device of this address must wait. */
  readonly waitSeconds: number;
}

/** Makes an attempt without a credential, and counts a failure for its address. */
export async function counted<Result>(
  { anonymous, address: name }: UserRequest,
  make: (attempt: Attempt) => Promise<Result>,
): Promise<Result> {
  assert(anonymous, "an attempt needs no credential");
  const { device, failedLogins } = anonymous;
  const address = name();
  try {
    return await make({ address, device, waitSeconds: failedLogins.look(address).waitSeconds });
  } catch (error) {
    if (isRefusal(error, "UNAUTHENTICATED")) failedLogins.spend(address, 1);
    throw error;
  }
}

export const endSession = composedRoute(
  auth.deleteCurrentSession,
  [auth.deleteCurrentSession],
  async (request) => {
    const body = await call(request, auth.deleteCurrentSession, {});
    return { body, ...withoutCookie(request) };
  },
);

/** Headers that end the cookie of a session, for a browser that sent it. */
export function withoutCookie({ isByCookie, isSecure }: UserRequest) {
  return isByCookie ? { headers: { "Set-Cookie": endedCookie(isSecure) } } : {};
}

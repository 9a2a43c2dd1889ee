import { type Request, refuse } from "@slipway/broker";
import type { InputOf, OutputOf, auth } from "@slipway/contracts";
import { singleSignOnMs } from "../constants.ts";
import type { SingleSignOnDeps } from "./deps.ts";
import type { PendingSignOn } from "./oidc-client.ts";

/** The name that the sealed state is bound to. */
export const stateOwner = "single sign-on";

/** Where a browser logs in at the provider, and the sealed text that it brings back. Refuses NOT_FOUND, and SERVICE_UNAVAILABLE where the provider does not answer. */
export async function startSingleSignOn(
  { config, oidc, factorSealer, clock, warn }: SingleSignOnDeps,
  _request: Request,
  { provider: id, redirectUri }: InputOf<typeof auth.startSingleSignOn>,
): Promise<OutputOf<typeof auth.startSingleSignOn>> {
  const provider = config.providers.find((each) => each.id === id);
  if (!provider) throw refuse("NOT_FOUND");
  const { url, begun } = await oidc.begin(provider, redirectUri).catch((error: unknown) => {
    warn(`the identity provider ${id} does not answer: ${String(error)}`);
    throw refuse("SERVICE_UNAVAILABLE", { detail: "The identity provider does not answer" });
  });
  const kept: PendingSignOn = {
    ...begun,
    provider: id,
    redirectUri,
    expiresAt: clock() + singleSignOnMs,
  };
  return {
    url,
    state: factorSealer.seal(JSON.stringify(kept), stateOwner),
    maxAgeSeconds: singleSignOnMs / 1_000,
  };
}

import type { Request } from "@slipway/broker";
import type { OutputOf, auth } from "@slipway/contracts";
import type { SingleSignOnDeps } from "./deps.ts";

/** The identity providers with which users may log in. */
export async function listProviders(
  { config }: SingleSignOnDeps,
  _request: Request,
): Promise<OutputOf<typeof auth.listProviders>> {
  return config.providers.map(({ id, name }) => ({ id, name }));
}

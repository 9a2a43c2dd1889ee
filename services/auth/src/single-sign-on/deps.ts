import type { SessionDeps } from "../session/deps.ts";
import type { OidcClient } from "./oidc-client.ts";

export interface SingleSignOnDeps extends SessionDeps {
  readonly oidc: OidcClient;
}

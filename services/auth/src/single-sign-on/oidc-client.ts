/** OpenID Connect with the identity providers: authorization code with PKCE, state and nonce. */
import type { Configuration } from "openid-client";
import type { Provider } from "../record/provider.ts";

/** The sealed state that the browser keeps until it comes back. */
export interface PendingSignOn {
  readonly provider: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
  readonly expiresAt: number;
}

/** A log-in waits for the provider no longer. */
const answerSeconds = 5;

/** Loads its library with the first log-in. A provider's own addresses are asked for once, and again after a failure. */
export function createOidcClient() {
  const discovered = new Map<string, Promise<Configuration>>();

  async function configurationOf(provider: Provider): Promise<Configuration> {
    const known = discovered.get(provider.id) ?? discover(provider);
    discovered.set(provider.id, known);
    known.catch(() => discovered.delete(provider.id));
    return known;
  }

  return {
    /** Where the browser logs in, and what must be kept for its return. */
    begin: async (provider: Provider, redirectUri: string) =>
      beginAt(await configurationOf(provider), redirectUri),
    /** The claims of the ID token that the provider gives for the code in the address. Throws where anything is wrong with it. */
    async claimsOf(
      provider: Provider,
      { state, nonce, verifier, redirectUri }: PendingSignOn,
      query: string,
    ) {
      const { authorizationCodeGrant } = await import("openid-client");
      const address = new URL(redirectUri);
      address.search = query;
      const tokens = await authorizationCodeGrant(await configurationOf(provider), address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      return tokens.claims() ?? {};
    },
  };
}

export type OidcClient = ReturnType<typeof createOidcClient>;

async function beginAt(configuration: Configuration, redirectUri: string) {
  const library = await import("openid-client");
  const begun = {
    state: library.randomState(),
    nonce: library.randomNonce(),
    verifier: library.randomPKCECodeVerifier(),
  };
  const url = library.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: "openid email profile",
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await library.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: "S256",
  });
  return { url: url.href, begun };
}

/** The settings allow http for this machine alone. */
async function discover({ issuer, clientId, clientSecret }: Provider): Promise<Configuration> {
  const library = await import("openid-client");
  // oxlint-disable-next-line typescript/no-deprecated -- marked so to make it stand out; a test's provider has no TLS
  const execute = issuer.startsWith("http:") ? [library.allowInsecureRequests] : [];
  return library.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: answerSeconds,
    execute,
  });
}

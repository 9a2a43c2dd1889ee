/** An identity provider of a test: OpenID Connect as oidc-provider has it, whose people log in by the address alone. */
import { once } from "node:events";
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export interface TestIdentityProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The person who logs in next, as the provider describes them. */
  next: Readonly<Record<string, unknown>> & { readonly sub: string };
  close(): Promise<void>;
}

/** Starts one at a free port. Each browser that comes is that of `next`, without a question. @param redirectUris where it sends browsers back to */
export async function startIdentityProvider(
  redirectUris: readonly string[],
): Promise<TestIdentityProvider> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made: TestIdentityProvider = {
    issuer,
    clientId: "slipway",
    clientSecret: "a secret of the test",
    next: { sub: "nobody" },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  serve(server, made, redirectUris);
  return made;
}

function serve(server: Server, made: TestIdentityProvider, redirectUris: readonly string[]): void {
  const people = new Map<string, TestIdentityProvider["next"]>();
  const provider = new Provider(made.issuer, {
    clients: [
      {
        client_id: made.clientId,
        client_secret: made.clientSecret,
        redirect_uris: [...redirectUris],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    // The ID token has all claims, as those of most providers have.
    conformIdTokenClaims: false,
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ ...people.get(id), sub: id }),
    }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/person/${uid}` },
    pkce: { required: () => true },
  });
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (!request.url?.startsWith("/person/")) return void answer(request, response);
    people.set(made.next.sub, made.next);
    void interact(provider, made.next.sub, { request, response });
  });
}

/** Answers what the provider asks of the person: who it is, and whether Slipway may know. */
async function interact(
  provider: Provider,
  accountId: string,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const { params, prompt } = await provider.interactionDetails(request, response);
  if (prompt.name === "login") {
    const login = { accountId, remember: false };
    return provider.interactionFinished(request, response, { login });
  }
  const grant = new provider.Grant({ accountId, clientId: String(params["client_id"]) });
  grant.addOIDCScope("openid email profile");
  const consent = { grantId: await grant.save() };
  return provider.interactionFinished(request, response, { consent });
}

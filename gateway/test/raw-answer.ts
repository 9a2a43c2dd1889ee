/** Asks as a plain HTTP client: `fetch` would ask for gzip, and unpack it. */
import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";

export interface RawAnswer {
  readonly status: number | undefined;
  readonly said: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: unknown;
}

/** The answer as it came, compressed or not. */
export async function rawAnswer(
  url: string,
  { method = "GET", headers = {}, body }: RawRequest = {},
): Promise<RawAnswer> {
  const asked = request(url, { method, headers }).end(body && JSON.stringify(body));
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  const { statusCode: status, headers: said } = answer;
  return { status, said, bytes: Buffer.concat(pieces) };
}

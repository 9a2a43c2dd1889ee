/** Answers that are the same for every client: made, compressed and named once. */
import { createHash } from "node:crypto";
import type { RequestHandler } from "express";
import { type Encoding, encodingFor } from "./accept-encoding.ts";
import { namesTag } from "./byte-range.ts";
import { networkOf } from "../limits/client-address.ts";
import { compress } from "./compress.ts";
import { createPerMinute, spendOneOfEach } from "../limits/allowance.ts";

/** Counts an answer that is sent to an address; refuses with RATE_LIMITED beyond what it may have. */
export type AnswerCount = (ip: string) => void;

/** @param perMinute of an address; 0: nothing is limited. */
export function countAnswers(perMinute: number): AnswerCount {
  const answers = createPerMinute(perMinute);
  return (ip) => spendOneOfEach([answers, networkOf(ip)]);
}

type Headers = Readonly<Record<string, string>>;

/** A picture has its plain form alone. */
type Kept = { readonly plain: Form } & { readonly [Name in Encoding]?: Form };

interface Form {
  readonly bytes: Buffer;
  readonly headers: Headers & { readonly ETag: string; readonly Vary: string };
}

/** Answers with what `load` gives, asked once. A client that names its tag has it: that costs and counts nothing. */
export function sendKept(
  load: () => Promise<Buffer> | Buffer,
  count: AnswerCount,
  headers: Headers,
): RequestHandler {
  let keeping: Promise<Kept> | undefined;
  const keep = async (): Promise<Kept> => {
    const bytes = await load();
    const tag = createHash("sha256").update(bytes).digest("base64url");
    const plain = { bytes, headers: named(headers, tag) };
    if (headers["Content-Type"]?.match(/^(image|font)\//)) return { plain };
    const formIn = async (encoding: Encoding): Promise<Form> => ({
      bytes: await compress(encoding, bytes, 9),
      headers: named({ ...headers, "Content-Encoding": encoding }, `${tag}-${encoding}`),
    });
    return { plain, gzip: await formIn("gzip"), br: await formIn("br") };
  };
  const kept = (): Promise<Kept> => {
    keeping ??= keep().catch((error: unknown) => {
      // A file that could not be opened now can be later.
      keeping = undefined;
      throw error;
    });
    return keeping;
  };
  return async ({ headers: asked, ip = "" }, response) => {
    const forms = await kept();
    const form = forms[encodingFor(asked["accept-encoding"]) ?? "plain"] ?? forms.plain;
    const { ETag, Vary } = form.headers;
    if (namesTag(asked["if-none-match"], ETag))
      return void response.writeHead(304, { ...repeatedOf(headers), ETag, Vary }).end();
    count(ip);
    const length = { "Content-Length": form.bytes.length };
    response.writeHead(200, { ...form.headers, ...length }).end(form.bytes);
    return undefined;
  };
}

/**
 * A copy is kept by what the last answer said of it. A browser takes the policy of a page from there, too: the one that
 * every other answer has would stop the page's own script after a reload.
 */
function repeatedOf(headers: Headers): Headers {
  const names = ["Cache-Control", "Content-Security-Policy"];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
}

/** Each form has a tag of its own. */
function named(headers: Headers, tag: string): Form["headers"] {
  return { ...headers, ETag: `"${tag}"`, Vary: "Accept-Encoding" };
}

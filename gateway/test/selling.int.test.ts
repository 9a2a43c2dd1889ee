/** Runs every request of docs/selling.md in its order, and compares the answers. */
import { beforeAll, describe, expect, it } from "@jest/globals";
import { readFileSync } from "node:fs";
import { type Client, workerClient } from "./client.ts";

type Answers = Map<string, Readonly<Record<string, unknown>>>;

interface Exchange {
  readonly name: string | undefined;
  readonly head: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Status and body, as text; undefined where the page shows no answer. */
  readonly answer: { readonly status: number; readonly body: string } | undefined;
}

const page = readFileSync(new URL("../../docs/selling.md", import.meta.url), "utf8");
const blocks = [...page.matchAll(/```http\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
const exchanges = blocks.flatMap((block, at) =>
  block.startsWith("HTTP/") ? [] : [exchangeOf(block, blocks[at + 1])],
);

function exchangeOf(request: string, next: string | undefined): Exchange {
  const [, name, head = "", fields = "", body = ""] =
    /^(?:# @name (\w+)\n)?([A-Z]+ \S+)\n((?:[\w-]+: .*\n)*)([\s\S]*)$/.exec(request) ?? [];
  const headers = Object.fromEntries(
    [...fields.matchAll(/^([\w-]+): (.*)$/gm)].map(([, field, value]) => [field, value]),
  ) as Record<string, string>;
  const [, status, answered = ""] = /^HTTP\/1\.1 (\d{3})[^\n]*\n([\s\S]*)$/.exec(next ?? "") ?? [];
  const answer = status === undefined ? undefined : { status: Number(status), body: answered };
  return { name, head, headers, body, answer };
}

/** The text with what stands in earlier answers. */
function filled(text: string, answers: Answers): string {
  return text.replaceAll(/\{\{(\w+)\.(\w+)\}\}/g, (_, name: string, member: string) => {
    const value = answers.get(name)?.[member];
    if (typeof value !== "string") throw new Error(`no earlier answer has ${name}.${member}`);
    return value;
  });
}

let gateway: Client;
let key: string;

beforeAll(async () => {
  gateway = await workerClient();
  ({ key } = await gateway.aKey());
});

describe("docs/selling.md", () => {
  it("has requests and answers", () => {
    expect(exchanges.length).toBeGreaterThan(20);
    expect(exchanges.filter(({ head }) => head === "")).toEqual([]);
  });

  it("is answered as it says", async () => {
    const answers: Answers = new Map();
    for (const { name, head, headers, body, answer } of exchanges) {
      const sent = body.trim() === "" ? {} : { body: JSON.parse(filled(body, answers)) as unknown };
      const { status, body: answered } = await gateway.send(filled(head, answers), {
        // A request that names no key is sent with that of the tenant.
        key: "Authorization" in headers ? undefined : key,
        headers: Object.fromEntries(
          Object.entries(headers).map(([field, value]) => [field, filled(value, answers)]),
        ),
        ...sent,
      });
      if (name) answers.set(name, answered as Readonly<Record<string, unknown>>);
      const shown = answer ? { body: JSON.parse(filled(answer.body, answers)) as unknown } : {};
      const usual = head.startsWith("POST") ? 201 : 200;
      expect({ head, status, body: answered }).toMatchObject({
        head,
        status: answer?.status ?? usual,
        ...shown,
      });
    }
  });
});

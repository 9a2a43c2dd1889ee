/** The requests of a page of documentation, with the answers that it shows. */
import { readFileSync } from "node:fs";

interface Exchange {
  readonly name: string | undefined;
  readonly head: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Status and body, as text; undefined where the page shows no answer. */
  readonly answer: { readonly status: number; readonly body: string } | undefined;
}

/** By the names of requests. */
export type Answers = Map<string, unknown>;

/** @param page a file below docs/ */
export function exchangesOn(page: string): Exchange[] {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), "utf8");
  const blocks = [...text.matchAll(/```http\n([\s\S]*?)```/g)].map((match) => match[1] ?? "");
  return blocks.flatMap((block, at) =>
    block.startsWith("HTTP/") ? [] : [exchangeOf(block, blocks[at + 1])],
  );
}

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

/** An exchange as it is sent, and what the page shows of its answer. */
interface Sent {
  readonly head: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  readonly shown: { readonly status: number | undefined; readonly body?: unknown };
}

/** The exchange with what stands in earlier answers: `{{boat.id}}`, and `{{products.0.id}}` of an array. */
export function sentWith({ head, headers, body, answer }: Exchange, answers: Answers): Sent {
  const filled = (text: string): string => fill(text, answers);
  const filledHeaders = Object.entries(headers).map(([field, value]) => [field, filled(value)]);
  return {
    head: filled(head),
    headers: Object.fromEntries(filledHeaders) as Record<string, string>,
    ...(body.trim() === "" ? {} : { body: JSON.parse(filled(body)) as unknown }),
    shown: {
      status: answer?.status,
      ...(answer && { body: JSON.parse(filled(answer.body)) as unknown }),
    },
  };
}

function fill(text: string, answers: Answers): string {
  return text.replaceAll(/\{\{(\w+)\.([\w.]+)\}\}/g, (_, name: string, path: string) => {
    const value = path
      .split(".")
      .reduce<unknown>((within, member) => Object(within)[member], answers.get(name));
    if (typeof value !== "string") throw new Error(`no earlier answer has ${name}.${path}`);
    return value;
  });
}

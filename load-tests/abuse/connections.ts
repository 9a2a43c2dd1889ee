import { type Attack, keepAt, tally } from "./attack.ts";
import { headOf, visit } from "./visit.ts";

const largeBytes = 16_000_000;
const reopenDripMs = 250;

/** Connections of each kind, all at once. */
export interface Connections {
  readonly slowHeaders: number;
  readonly slowBodies: number;
  readonly largeBodies: number;
  readonly deepJson: number;
  readonly idle: number;
}

type Kind = keyof Connections;

const asMeasured: Connections = {
  slowHeaders: 50,
  slowBodies: 50,
  largeBodies: 20,
  deepJson: 40,
  idle: 40,
};

/** Slow, large, deep and silent requests; an answer is counted under its kind, such as "idle 408". */
export function connections(counts: Connections = asMeasured): Attack {
  return {
    title: "slow, large, deep and silent requests on 200 connections",
    async prepare({ url, key }) {
      return async (until) => {
        const { answers, count } = tally();
        const kinds = Object.entries(counts) as [Kind, number][];
        await Promise.all(
          kinds.map(([kind, number]) =>
            keepAt(number, until, async () => {
              const answer = await visit({ url, until, ...sentBy(kind, key) });
              count(`${kind} ${answer}`);
            }),
          ),
        );
        return answers;
      };
    },
  };
}

function sentBy(
  kind: Kind,
  key: string,
): Pick<Parameters<typeof visit>[0], "head" | "drip" | "flood"> {
  const drip = { text: "x", everyMs: reopenDripMs };
  const flood = (byte: string) => ({ piece: Buffer.alloc(64 * 1024, byte), bytes: largeBytes });
  switch (kind) {
    case "idle":
      return { head: "" };
    case "slowHeaders":
      return { head: "POST /api/v1/suppliers HTTP/1.1\r\nHost: abuse\r\nX-Slow: ", drip };
    case "slowBodies":
      return { head: post(key, 10_000), drip };
    case "largeBodies":
      return { head: post(key, largeBytes), flood: flood(" ") };
    case "deepJson":
      return { head: post(key, 15_000_000), flood: flood("[") };
  }
}

function post(key: string, length: number): string {
  return headOf("POST /api/v1/suppliers", {
    Authorization: `Bearer ${key}`,
    "Content-Type": "application/json",
    "Content-Length": length,
    Connection: "close",
  });
}

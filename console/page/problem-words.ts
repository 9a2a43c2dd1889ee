/** Explains an error in words. Pure. */
import { isProblem, isOutcomeUnknown } from "@slipway/client";
import { timeWords, viewerZone } from "./parts/time-words.ts";
import type { Texts } from "./texts/en.ts";

interface ProblemInWords {
  readonly sentence: string;
  /** The server's text on this error, in English, with times of the zone; where it says more than the sentence. */
  readonly detail: string | undefined;
  readonly requestId: string | undefined;
  /** Sentences about fields, by pointer, such as "#/customer/email". */
  readonly fields: ReadonlyMap<string, string>;
}

/** "2027-06-01T07:00:00.000Z" */
const instants = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

export function problemInWords(
  error: unknown,
  { problem, refusals }: Texts,
  zone: string = viewerZone,
): ProblemInWords {
  const nothing = { detail: undefined, requestId: undefined, fields: new Map<string, string>() };
  if (isProblem(error)) {
    const known: Readonly<Record<string, string>> = refusals;
    return {
      sentence: known[error.code] ?? error.body.title ?? problem.unreadable,
      detail: error.body.detail?.replace(instants, (at) => timeWords(at, zone, true)),
      requestId: error.requestId,
      fields: new Map(error.errors.map(({ pointer, detail }) => [pointer, detail])),
    };
  }
  const isConnection = error instanceof Error && error.name === "SlipwayConnectionError";
  if (!isConnection) return { ...nothing, sentence: problem.unexpected };
  return {
    ...nothing,
    sentence: isOutcomeUnknown(error) ? problem.connectionUnknown : problem.connection,
  };
}

/** The failures in schemathesis' report, in words of our refusals; and which of them are accepted. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";

/** One check of one request that failed. */
interface FailedCheck {
  /** The findings to accept or not: operation, check and what was answered, without what differs from run to run. */
  readonly findings: readonly string[];
  readonly message: string;
  readonly request: string;
}

export interface Found {
  readonly requests: number;
  /** Operations that have done what they were asked at least once. */
  readonly succeeded: ReadonlySet<string>;
  readonly failed: readonly FailedCheck[];
}

interface Body {
  readonly $base64: string;
}
interface Interaction {
  readonly request: { readonly method: string; readonly uri: string; readonly body?: Body | null };
  readonly response: { readonly status_code: number; readonly content?: Body | null } | null;
}
interface Check {
  readonly name: string;
  readonly status: string;
  readonly failure_info?: {
    readonly failure: { readonly operation: string; readonly message: string };
  };
}
interface Line {
  readonly ScenarioFinished?: {
    readonly recorder: {
      readonly cases?: Record<
        string,
        { readonly value: { readonly method: string; readonly path: string } }
      >;
      readonly checks?: Record<string, readonly Check[]>;
      readonly interactions?: Record<string, Interaction>;
    };
  };
}
interface Problem {
  readonly code?: string;
  readonly errors?: readonly {
    readonly in: string;
    readonly pointer: string;
    readonly code: string;
  }[];
}

export async function readReport(path: string): Promise<Found> {
  const found = { requests: 0, succeeded: new Set<string>(), failed: [] as FailedCheck[] };
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const recorder = (JSON.parse(line) as Line).ScenarioFinished?.recorder;
    if (!recorder) continue;
    const { cases = {}, checks = {}, interactions = {} } = recorder;
    for (const [id, interaction] of Object.entries(interactions)) {
      const sent = cases[id]?.value;
      const status = interaction.response?.status_code ?? 0;
      found.requests++;
      if (sent && status >= 200 && status < 300) found.succeeded.add(`${sent.method} ${sent.path}`);
      found.failed.push(...failedOf(checks[id] ?? [], interaction));
    }
  }
  return found;
}

function failedOf(checks: readonly Check[], interaction: Interaction): FailedCheck[] {
  const failures = checks.filter(({ status }) => status === "failure");
  return failures.map((check) => failedCheck(check, interaction));
}

function failedCheck({ name, failure_info: info }: Check, interaction: Interaction): FailedCheck {
  const { request, response } = interaction;
  const { operation = "?", message = "" } = info?.failure ?? {};
  const status = response?.status_code ?? 0;
  const answered = status < 400 ? [`${status}`] : answeredBy(textOf(response?.content));
  return {
    findings: answered.map((what) => `${operation} ${name} ${what}`),
    message,
    request: `${request.method} ${request.uri} ${textOf(request.body).slice(0, 1_000)}`.trim(),
  };
}

/** A refusal's code, or the place and code of each field that it names. */
export function answeredBy(text: string): string[] {
  let problem: Problem;
  try {
    problem = JSON.parse(text) as Problem;
  } catch {
    return ["no problem"];
  }
  const fields = (problem.errors ?? []).map(
    (error) => `${error.in} ${error.pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*")} ${error.code}`,
  );
  return fields.length > 0 ? [...new Set(fields)] : [problem.code ?? "no code"];
}

function textOf(body: Body | null | undefined): string {
  return body ? Buffer.from(body.$base64, "base64").toString("utf8") : "";
}

/** The lines of the list that are neither a reason nor empty. `*` is any text without a space. */
export function acceptedOf(list: string): string[] {
  return list.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
}

export function isAcceptedBy(line: string, finding: string): boolean {
  const parts = line.split(" ");
  const found = finding.split(" ");
  return (
    parts.length === found.length &&
    parts.every((part, index) => part === "*" || part === found[index])
  );
}

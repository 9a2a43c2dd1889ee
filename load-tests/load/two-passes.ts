/** A test of the suite as k6 runs it: the load, then what the server's own records say of it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { plansOf } from "./asked.ts";
import type { WebhookReceiver } from "../webhook-receiver.ts";
import { areMissing } from "./deliveries.ts";
import type { Target } from "./target.ts";

export interface Run {
  readonly test: string;
  readonly profile: string;
  readonly environment: string;
  readonly runId: string;
  /** A folder; made if it is not there. */
  readonly results: string;
  readonly receiver?: WebhookReceiver | undefined;
  /** Whether k6 shows its progress. */
  readonly isQuiet?: boolean;
}

/** k6's exit code where a threshold was crossed. */
export const crossed = 99;
const suite = fileURLToPath(new URL("../k6/", import.meta.url));

/**
 * 0: every threshold of both passes holds; 99: one was crossed; else k6's own exit code. The second pass
 * is run whatever came of the first, unless that could not run at all.
 */
export async function runTwoPasses(k6: string, run: Run, target: Target): Promise<number> {
  await mkdir(run.results, { recursive: true });
  const answered = join(run.results, "answered.txt");
  await writeFile(answered, "");
  const ending = new AbortController();
  const { seconds = 0 } = plansOf(run.profile)[run.test] ?? {};
  const disturbed = target.disturbance?.disturb(seconds, ending.signal);
  // The failure reaches the line below that awaits it.
  disturbed?.catch(() => undefined);
  const env = settingsOf(run, target);
  const first = await runK6(k6, run, {
    script: `tests/${run.test}.ts`,
    flags: ["--console-output", answered],
    env: {
      ...env,
      PASS: "1",
      ...dashboard,
      K6_WEB_DASHBOARD_EXPORT: join(run.results, "report.html"),
    },
  });
  ending.abort();
  await disturbed;
  if (first !== 0 && first !== crossed) return first;
  const { receiver } = run;
  const isMissing = receiver !== undefined && (await areMissing({ ...run, answered, receiver }));
  const findings = await target.doctor();
  if (findings !== undefined) await writeFile(join(run.results, "doctor.json"), findings);
  const doctor = findings === undefined ? "no" : "yes";
  const second = await runK6(k6, run, {
    script: "verify.ts",
    flags: [],
    env: { ...env, PASS: "2", TEST: run.test, DOCTOR: doctor },
  });
  if (second !== 0) return second;
  return isMissing ? crossed : first;
}

/** One second, because a short run has too little to show otherwise. No port: nobody looks while it runs. */
const dashboard = {
  K6_WEB_DASHBOARD: "true",
  K6_WEB_DASHBOARD_PORT: "-1",
  K6_WEB_DASHBOARD_PERIOD: "1s",
};

/** k6 fetches no extension and reports no usage. */
const alone = { K6_AUTO_EXTENSION_RESOLUTION: "false", K6_NO_USAGE_REPORT: "true" };

function settingsOf(run: Run, target: Target): Record<string, string> {
  return {
    URL: target.urls.join(","),
    KEY: target.key,
    KEY2: target.secondKey,
    RUN_ID: run.runId,
    PROFILE: run.profile,
    ENVIRONMENT: run.environment,
    RESULTS: run.results,
  };
}

interface Pass {
  readonly script: string;
  readonly flags: readonly string[];
  /** The environment of the script, and k6's own settings. */
  readonly env: Readonly<Record<string, string>>;
}

async function runK6(k6: string, run: Run, pass: Pass): Promise<number> {
  const quiet = run.isQuiet ? ["--quiet"] : [];
  // By the environment and not as flags: keys must not show in a list of processes.
  // A line for every request that fails would hide what is shown.
  const log = join(run.results, "k6.log");
  const flags = [...quiet, "--log-output", `file=${log}`, ...pass.flags];
  const child = spawn(k6, ["run", ...flags, join(suite, pass.script)], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...alone, ...pass.env },
  });
  const interrupt = (): unknown => child.kill("SIGINT");
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.on(signal, interrupt);
  try {
    const [code] = (await once(child, "exit")) as [number | null];
    if (code !== 0 && code !== crossed) process.stderr.write(await lastLinesOf(log));
    return code ?? 1;
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
}

/** Why it could not run. */
async function lastLinesOf(log: string): Promise<string> {
  const text = await readFile(log, "utf8").catch(() => "");
  return `${text.trim().split("\n").slice(-10).join("\n")}\n`;
}

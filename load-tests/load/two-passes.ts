/** A test of the suite as k6 runs it: the load, then what the server's own records say of it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LoadReceiver } from "./receiver.ts";
import type { Target } from "./target.ts";

export interface Run {
  readonly test: string;
  readonly profile: string;
  readonly environment: string;
  readonly runId: string;
  /** A folder; made if it is not there. */
  readonly results: string;
  readonly receiver?: Pick<LoadReceiver, "url" | "publicUrl"> | undefined;
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
  const disturbed = target.disturb?.(await secondsOf(run), ending.signal);
  const report = { ...dashboard, K6_WEB_DASHBOARD_EXPORT: join(run.results, "report.html") };
  const first = await runK6(k6, run, {
    script: `tests/${run.test}.ts`,
    flags: ["--console-output", answered],
    env: { ...settingsOf(run, target), PASS: "1" },
    own: report,
  });
  ending.abort();
  await disturbed;
  if (first !== 0 && first !== crossed) return first;
  const restarted = target.restarted?.();
  const findings = await target.doctor();
  if (findings !== undefined) await writeFile(join(run.results, "doctor.json"), findings);
  const doctor = findings === undefined ? "no" : "yes";
  const second = await runK6(k6, run, {
    script: "verify.ts",
    flags: [],
    env: {
      ...settingsOf(run, target),
      PASS: "2",
      TEST: run.test,
      DOCTOR: doctor,
      RESTARTED: String(restarted?.processes ?? ""),
      RESTARTED_OF: String(restarted?.of ?? ""),
      FAIL_OVERS: String(restarted?.failOvers ?? ""),
    },
    own: {},
  });
  return second === 0 ? first : second;
}

/** How long the load takes, by its profile. */
async function secondsOf({ profile, test }: Run): Promise<number> {
  const plans = JSON.parse(
    await readFile(join(suite, `profiles/${profile}.json`), "utf8"),
  ) as Record<string, { seconds: number }>;
  return plans[test]?.seconds ?? 0;
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
    RECEIVER_URL: run.receiver?.url ?? "",
    RECEIVER_PUBLIC_URL: run.receiver?.publicUrl ?? "",
  };
}

interface Pass {
  readonly script: string;
  readonly flags: readonly string[];
  /** The environment of the script. */
  readonly env: Readonly<Record<string, string>>;
  /** k6's own settings. */
  readonly own: Readonly<Record<string, string>>;
}

async function runK6(k6: string, run: Run, pass: Pass): Promise<number> {
  const quiet = run.isQuiet ? ["--quiet"] : [];
  // By the environment and not as flags: keys must not show in a list of processes.
  // A line for every request that fails would hide what is shown.
  const log = join(run.results, "k6.log");
  const flags = [...quiet, "--log-output", `file=${log}`, ...pass.flags];
  const child = spawn(k6, ["run", ...flags, join(suite, pass.script)], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...alone, ...pass.own, ...pass.env },
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

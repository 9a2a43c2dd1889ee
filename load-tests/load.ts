/**
 * `npm run load -- --test flash-sale --profile average`: a test of the k6 suite against a server that it
 * starts, or `--url U --key K` against one that is there. Exit code 99: a threshold was crossed.
 * load-tests/README.md says what each test proves.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { connect } from "../examples/connect.ts";
import { goTool } from "../scripts/go-tools.ts";
import { refusalOf } from "./load/asked.ts";
import { describeMachine, loadAverage } from "./load/machine.ts";
import { type Target, givenTarget, startOwn } from "./load/target.ts";
import { type SuiteTest, suiteTests } from "./load/tests.ts";
import { crossed, runTwoPasses } from "./load/two-passes.ts";
import { receiveWebhooks } from "./webhook-receiver.ts";

const usage = `npm run load -- --test ${Object.keys(suiteTests).join("|")}
  --profile P      smoke (unless given), average, stress or soak: load-tests/k6/profiles
  --on cluster     starts a cluster instead of one process
  --url U --key K  a server that is there; several gateways by commas
  --key2 K         of a second tenant there, for tenant-isolation and noisy-neighbour
  --receiver U     where a server that is there reaches this machine, for webhooks
  --environment E  whose budgets hold, unless those of the server's kind: load-tests/k6/environments
  --run-id R       the name of what it makes and of its folder in load-tests/results
`;

const { values } = parseArgs({
  options: {
    test: { type: "string", default: "" },
    profile: { type: "string", default: "smoke" },
    on: { type: "string", default: "local" },
    url: { type: "string" },
    key: { type: "string" },
    key2: { type: "string" },
    receiver: { type: "string" },
    environment: { type: "string" },
    "run-id": { type: "string" },
    quiet: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
const test = suiteTests[values.test];
if (values.help || !test || (values.url === undefined) !== (values.key === undefined)) {
  process.stderr.write(usage);
  process.exit(values.help ? 0 : 1);
}
const refusal = refusalOf({ ...values, environment: values.environment });
if (refusal !== undefined) {
  process.stderr.write(`${refusal}\n`);
  process.exit(1);
}
// k6 hears of it by itself; whatever was started is ended in order, also what is only starting.
let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => (isInterrupted = true));
process.exitCode = await load(values.test, test).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});

/**
 * Where the processes of a server are restarted, the load is run until it has seen each of them: a busy machine takes longer.
 * A whole load without one that came back is a finding.
 */
async function load(name: string, needs: SuiteTest): Promise<number> {
  const k6 = await goTool("k6");
  const moment = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const runId = values["run-id"] ?? `${name}-${values.profile}-${moment}`;
  const target = await targetFor(needs);
  const { left = [] } = target.disturbance ?? {};
  try {
    for (let loads = 1; ; loads++) {
      const before = left.length;
      if (isInterrupted) return 1;
      const code = await loadOnce({
        k6,
        name,
        needs,
        target,
        runId: `${runId}${loads > 1 ? `-${loads}` : ""}`,
      });
      if (code !== 0 || left.length === 0) return code;
      process.stderr.write(`still to be restarted: ${left.join(", ")}\n`);
      if (left.length === before) return crossed;
    }
  } finally {
    await target.stop();
  }
}

interface Load {
  readonly k6: string;
  readonly name: string;
  readonly needs: SuiteTest;
  readonly target: Target;
  readonly runId: string;
}

async function loadOnce({ k6, name, needs, target, runId }: Load): Promise<number> {
  const { kind, urls, settings } = target;
  const { profile, quiet, environment = kind } = values;
  const machine = await describeMachine(k6);
  const startedAt = new Date().toISOString();
  const results = fileURLToPath(new URL(`results/${runId}`, import.meta.url));
  const api = connect(urls, target.key);
  const receiver = needs.needsReceiver ? await receiveWebhooks(api, values.receiver) : undefined;
  try {
    const described = { test: name, profile, environment, runId };
    process.stderr.write(`${name}, ${profile}, on ${urls.join(" and ")} (${kind})\n`);
    const exitCode = await runTwoPasses(
      k6,
      { ...described, results, receiver, isQuiet: quiet },
      target,
    );
    const made = {
      ...described,
      startedAt,
      urls,
      settings,
      machine,
      loadAfter: loadAverage(),
      exitCode,
      // Processes that this load has not restarted.
      left: target.disturbance?.left ?? [],
    };
    await writeFile(join(results, "run.json"), `${JSON.stringify(made, null, 2)}\n`);
    process.stderr.write(`exit code ${exitCode}; results in load-tests/results/${runId}\n`);
    return exitCode;
  } finally {
    await receiver?.close();
  }
}

function targetFor(needs: SuiteTest): Promise<Target> {
  const { url, key, key2 } = values;
  if (url !== undefined) return Promise.resolve(givenTarget(url.split(","), key ?? "", key2));
  const isCluster = needs.disturbed !== undefined || values.on === "cluster";
  process.stderr.write(`Starting a server of its own (${isCluster ? "cluster" : "local"}) ...\n`);
  return startOwn(needs, isCluster);
}

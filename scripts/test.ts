/**
 * Runs the tests: `npm test`, `npm test -- --all`, `npm test -- --since main`, `npm test -- services/bookings`, and
 * whatever Jest takes. With `--over-nats` every service that a test boots is a node of its own on a real nats-server.
 * `--coverage` says which branches the tests have entered.
 */
import { run } from "jest";
import { useTestFolder } from "./test-folder.ts";
import { changedSince, relatedTo } from "./test-since.ts";

interface Asked {
  /** Words for Jest, as they were given. */
  readonly rest: string[];
  readonly projects: string[];
  readonly tier: "first" | "rest" | "all";
  readonly isCovered: boolean;
  /** A git reference: only tests that a change since then can reach. */
  readonly since?: string;
}

const asked = readAsked(process.argv.slice(2));
if (asked.isCovered && process.env.NODE_V8_COVERAGE === undefined) {
  // The compiler that knows what a branch is takes a moment to load.
  const { runCovered } = await import("./test-coverage.ts");
  process.exitCode = runCovered();
} else {
  process.env.NODE_ENV ??= "test";
  useTestFolder();
  await run(wordsForJest(asked));
}

function readAsked(given: string[]): Asked {
  const projects: string[] = [];
  const rest: string[] = [];
  let tier: Asked["tier"] = "first";
  let isCovered = false;
  let since: string | undefined;
  for (let i = 0; i < given.length; i += 1) {
    const word = given[i] ?? "";
    const [name = "", value] = word.split(/=(.*)/s);
    const next = (): string => value ?? given[(i += 1)] ?? "";
    if (name === "--project") projects.push(next());
    else if (name === "--since") since = next();
    else if (name === "--all" || name === "--rest") tier = name === "--all" ? "all" : "rest";
    else if (name === "--coverage") isCovered = true;
    else if (name === "--over-nats") process.env.SLIPWAY_TEST_OVER_NATS = "1";
    else rest.push(word);
  }
  return { rest, projects, tier, isCovered, ...(since !== undefined && { since }) };
}

/** Jest's own name for projects is --selectProjects, which swallows every path that follows; so it goes last. */
function wordsForJest({ rest, projects, tier, since }: Asked): string[] {
  const related = since === undefined ? [] : relatedTo(changedSince(since));
  // The charts need Go: `.ci/run` has them. A file's own name is enough to ask for it.
  const left = rest.some((one) => one.includes(".chart.")) ? [] : ["--ignoreProjects", "chart"];
  const chosen = projects.length === 0 ? left : ["--selectProjects", ...projects];
  if (tier !== "rest" && rest.length === 0 && since === undefined && projects.length === 0)
    process.env.SLIPWAY_TEST_IS_WHOLE = "1";
  // Tests that a path or a project names run whatever their tier.
  const isNamed = projects.length > 0 || rest.some((one) => !one.startsWith("-"));
  if (tier === "all" || (isNamed && tier !== "rest")) return [...rest, ...related, ...chosen];
  process.env.SLIPWAY_TEST_TIER = tier;
  return [...rest, ...related, "--filter", "./scripts/test-tiers.ts", ...chosen];
}

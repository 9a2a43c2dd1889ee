/**
 * Runs the tests: `npm test`, `npm test -- --project rule`, `npm test -- services/bookings`, and whatever Jest takes.
 * With `--over-nats` every service that a test boots is a node of its own on a real nats-server.
 */
import { run } from "jest";
import { useTestFolder } from "./test-folder.ts";

process.env.NODE_ENV ??= "test";
useTestFolder();
const asked = process.argv.slice(2);
if (asked.includes("--over-nats")) process.env.SLIPWAY_TEST_OVER_NATS = "1";
await run(withSelectedProjects(asked.filter((argument) => argument !== "--over-nats")));

/** Jest's own name is --selectProjects, which swallows every path that follows; so it goes last. */
function withSelectedProjects(given: string[]): string[] {
  const projects: string[] = [];
  const rest: string[] = [];
  for (let i = 0; i < given.length; i += 1) {
    const argument = given[i] ?? "";
    if (argument === "--project") projects.push(given[(i += 1)] ?? "");
    else if (argument.startsWith("--project=")) projects.push(argument.slice("--project=".length));
    else rest.push(argument);
  }
  // The charts need Go, and faults at random moments minutes: `.ci/run` has both. A file's own name is enough to ask for it.
  const left = ["chart", "fault"].filter((kind) => !rest.some((one) => one.includes(`.${kind}.`)));
  const chosen =
    projects.length === 0 ? ["--ignoreProjects", ...left] : ["--selectProjects", ...projects];
  return [...rest, ...chosen];
}

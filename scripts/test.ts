/** Runs the tests: `npm test`, `npm test -- --project rule`, `npm test -- services/bookings`, and whatever Jest takes. */
import { run } from "jest";

process.env.NODE_ENV ??= "test";
await run(withSelectedProjects(process.argv.slice(2)));

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
  return projects.length === 0 ? rest : [...rest, "--selectProjects", ...projects];
}

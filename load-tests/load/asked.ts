/** The arguments of a run, checked before anything is built or started. */
import { readFileSync, readdirSync } from "node:fs";

export interface Asked {
  readonly test: string;
  readonly profile: string;
  readonly on: string;
  /** The environment that was named; undefined: that of the server's kind. */
  readonly environment: string | undefined;
}

const suite = new URL("../k6/", import.meta.url);
const places = ["local", "cluster"];

/** Why there is no such run, in one sentence; undefined where there is. */
export function refusalOf({ test, profile, on, environment }: Asked): string | undefined {
  if (!places.includes(on)) return unknown("--on", on, places);
  const profiles = namesIn("profiles");
  if (!profiles.includes(profile)) return unknown("--profile", profile, profiles);
  const environments = namesIn("environments");
  if (environment !== undefined && !environments.includes(environment))
    return unknown("--environment", environment, environments);
  const ofProfile = testsOf(profile);
  if (ofProfile.includes(test)) return undefined;
  return `The profile ${profile} has no test ${test}, only ${ofProfile.join(", ")}.`;
}

function unknown(flag: string, given: string, known: readonly string[]): string {
  return `${flag} is one of ${known.join(", ")}, not "${given}".`;
}

function namesIn(folder: string): string[] {
  const files = readdirSync(new URL(folder, suite));
  return files.map((file) => file.replace(/\.json$/, "")).toSorted();
}

function testsOf(profile: string): string[] {
  const text = readFileSync(new URL(`profiles/${profile}.json`, suite), "utf8");
  return Object.keys(JSON.parse(text) as object);
}

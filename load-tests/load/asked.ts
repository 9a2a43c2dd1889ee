/** The arguments of a run, checked before anything is built or started, and the plans of the profiles. */
import { readFileSync, readdirSync } from "node:fs";

export interface Asked {
  readonly test: string;
  readonly profile: string;
  readonly on: string;
  /** The environment that was named; undefined: that of the server's kind. */
  readonly environment: string | undefined;
}

const suite = new URL("../k6/", import.meta.url);

/** Why there is no such run, in one sentence; undefined where there is. */
export function refusalOf(asked: Asked): string | undefined {
  const { test, profile } = asked;
  const known = {
    on: ["local", "cluster"],
    profile: namesIn("profiles"),
    environment: namesIn("environments"),
  };
  for (const flag of ["on", "profile", "environment"] as const) {
    const given = asked[flag];
    if (given !== undefined && !known[flag].includes(given))
      return `--${flag} is one of ${known[flag].join(", ")}, not "${given}".`;
  }
  const ofProfile = Object.keys(plansOf(profile));
  if (ofProfile.includes(test)) return undefined;
  return `The profile ${profile} has no test ${test}, only ${ofProfile.join(", ")}.`;
}

/** The plans of a profile by their tests. */
export function plansOf(profile: string) {
  return parsed(`profiles/${profile}.json`) as Readonly<
    Record<string, { readonly seconds?: number; readonly deliveredP95Ms?: number }>
  >;
}

/** By how much the budgets of an environment are larger. */
export function p95TimesOf(environment: string): number {
  return (parsed(`environments/${environment}.json`) as { p95Times: number }).p95Times;
}

function parsed(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, suite), "utf8"));
}

function namesIn(folder: string): string[] {
  const files = readdirSync(new URL(folder, suite));
  return files.map((file) => file.replace(/\.json$/, "")).toSorted();
}

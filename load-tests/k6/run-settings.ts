/** The settings of a run: where the server is, who asks, how much, and where the results go. */

interface Environment {
  /** The factor for the budgets of the profiles: how much less there is of a machine. */
  readonly p95Times: number;
  /** Whether answers 429, 503 and 504, after which a client asks again, are only counted. */
  readonly mayBeRepeated: boolean;
}

/** The URLs of the gateways; requests take them in turn. */
export const urls = required("URL").split(",");
export const key = required("KEY");
/** A key of another tenant, for the tests that need two. */
export const secondKey = __ENV["KEY2"] ?? "";
export const runId = __ENV["RUN_ID"] ?? `by-hand-${Date.now()}`;
/** The folder of the run's results; none: only what the terminal shows. */
export const results = __ENV["RESULTS"];

export const environment = JSON.parse(
  open(import.meta.resolve(`./environments/${__ENV["ENVIRONMENT"] ?? "given"}.json`)),
) as Environment;

/** The numbers of these names that a test has in the chosen profile. */
export function planOf<Name extends string>(test: string, ...names: Name[]): Record<Name, number> {
  const profile = __ENV["PROFILE"] ?? "smoke";
  const plans = JSON.parse(open(import.meta.resolve(`./profiles/${profile}.json`))) as Partial<
    Record<string, Record<Name, number>>
  >;
  const plan = plans[test];
  const missing = names.find((name) => typeof plan?.[name] !== "number");
  if (!plan || missing !== undefined)
    throw new Error(`The profile ${profile} has no ${missing} of ${test}.`);
  return plan;
}

/** The threshold for the time in which 95 of 100 answers must come, in an environment of p95Times 1. */
export function p95Of({ p95Ms }: { readonly p95Ms: number }): string {
  return `p(95)<${p95Ms * environment.p95Times}`;
}

function required(name: string): string {
  const value = __ENV[name];
  if (value === undefined || value === "") throw new Error(`Say where: -e ${name}=...`);
  return value;
}

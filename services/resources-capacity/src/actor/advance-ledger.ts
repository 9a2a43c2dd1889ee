import { refuse } from "@slipway/broker";
import type { RefusalCode } from "@slipway/contracts";
import { type Command, type Decision, type Draft, apply, decide } from "../ledger/ledger.ts";
import { vacanciesLeft } from "../ledger/vacancies.ts";
import { type View, replacedBy } from "./view.ts";

/** The result of a command: its decision, or the refusal that its client gets. */
export type Advanced =
  | Exclude<Decision, { outcome: "refused" }>
  | { outcome: "refused"; error: Error };

type Read = Pick<View, "resources" | "claims">;

/** Decides a command on what was read for it, and applies its step to the draft. */
export function advanceLedger(draft: Draft, read: Read, command: Command): Advanced {
  const { resources, claims } = read;
  const claim = claims.get(command.claimId);
  const replaced = replacedBy(command).flatMap((id) => claims.get(id) ?? []);
  const decision = decide(draft, command, { resources, claim, replaced });
  if (decision.outcome === "refused")
    return { outcome: "refused", error: refusalOf(decision.code, draft, { command, resources }) };
  if (decision.outcome === "write") apply(draft, decision);
  return decision;
}

/** A refusal for want of places says how many are left, by the state that decided it. */
function refusalOf(
  code: RefusalCode,
  draft: Draft,
  { command, resources }: { command: Command } & Pick<View, "resources">,
): Error {
  if (code !== "CAPACITY_EXHAUSTED" || command.kind !== "claim" || command.asTaken)
    return refuse(code);
  return refuse(code, { vacancies: vacanciesLeft(draft, command, resources.values()) });
}

/** Conditions that a command sets the members: whether it writes, and what it waits for. */
import type { Command, Document } from "./command.ts";

const writes = new Set([
  "insert",
  "update",
  "delete",
  "findAndModify",
  "findandmodify",
  "create",
  "createIndexes",
  "dropIndexes",
  "drop",
  "dropDatabase",
  "collMod",
]);

export function isWrite({ name }: Command): boolean {
  return writes.has(name);
}

/** Since version 5 a write that says nothing waits for a majority. */
export function waitsForMajority(command: Command): boolean {
  if (!isWrite(command)) return false;
  const { w } = (command.field("writeConcern") ?? {}) as { w?: unknown };
  return w === undefined || w === "majority" || Number(w) > 1;
}

/** Undefined: without end. */
export function waitMsMax(command: Command): number | undefined {
  const { wtimeout } = (command.field("writeConcern") ?? {}) as { wtimeout?: number };
  return wtimeout === undefined || wtimeout === 0 ? undefined : wtimeout;
}

export function readsMajority(command: Command): boolean {
  return levelOf(command) === "majority" || levelOf(command) === "snapshot";
}

export function isLinearizable(command: Command): boolean {
  return levelOf(command) === "linearizable";
}

/** A read that may be answered by another member than the primary. */
export function mayReadSecondary(command: Command): boolean {
  const { mode } = (command.field("$readPreference") ?? {}) as { mode?: string };
  return !isWrite(command) && mode !== undefined && mode !== "primary";
}

function levelOf(command: Command): unknown {
  return ((command.field("readConcern") ?? {}) as Document)["level"];
}

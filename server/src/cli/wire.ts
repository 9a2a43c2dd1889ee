/** Messages between the command line and the server, as JSON. */
import { z } from "zod";
import { commandNames } from "./commands.ts";

export const commandRequest = z.object({
  command: z.enum(commandNames),
  flags: z.record(z.string(), z.string()),
  password: z.string().optional(),
});

/** `record` goes to stdout; `isClean` false makes the exit code 1 all the same. */
export const commandAnswer = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), record: z.unknown(), isClean: z.boolean() }),
  z.object({ ok: z.literal(false), sentence: z.string() }),
]);

export type CommandRequest = z.output<typeof commandRequest>;
export type CommandAnswer = z.output<typeof commandAnswer>;

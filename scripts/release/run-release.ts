import { type Command, type Published, digestOf, placeOf } from "./plan.ts";

/** Runs a command; resolves with all that it has printed. Rejects where it ends badly. */
type RunCommand = (command: Command) => Promise<string>;

/**
 * Runs the commands one after the other, each with the digests that those before it have found. Rejects with the first
 * that fails, and runs none after it. A repeat publishes the same again.
 */
export async function runRelease(
  commands: readonly Command[],
  run: RunCommand,
): Promise<ReadonlyMap<Published, string>> {
  const digests = new Map<Published, string>();
  for (const command of commands) {
    const output = await run(withDigests(command, digests));
    const { publishes } = command;
    if (publishes === undefined) continue;
    const digest = digestOf(publishes, output);
    if (digest === undefined)
      throw new Error(`The ${publishes} was published, but it printed no digest: sign it by hand.`);
    digests.set(publishes, digest);
  }
  return digests;
}

function withDigests(command: Command, digests: ReadonlyMap<Published, string>): Command {
  const filled = (word: string): string =>
    [...digests].reduce((text, [what, digest]) => text.replace(placeOf(what), digest), word);
  return { ...command, args: command.args.map(filled) };
}

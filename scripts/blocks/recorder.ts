/**
 * Stands for a program that needs a cluster, a registry or a database: checks its arguments against what has been made so far,
 * and refuses what would not work. `npm run check:blocks` puts it on the PATH under the names below.
 */
import { mongodump, mongorestore, mongosh } from "./database-tools.ts";
import { kubectl } from "./kubectl.ts";
import { cosign, docker } from "./docker.ts";
import { helm } from "./helm.ts";
import {
  type RecordedState,
  type RecorderName,
  noteCall,
  readState,
  writeState,
} from "./recorded-state.ts";

type Output = string | Buffer | Promise<string>;

const recorders = {
  cosign,
  docker,
  helm,
  kubectl,
  mongodump,
  mongorestore,
  mongosh,
} satisfies Record<RecorderName, (words: readonly string[], state: RecordedState) => Output>;

const [name = "", ...words] = process.argv.slice(2);
const state = readState();
try {
  const output = await recorders[name as RecorderName](words, state);
  writeState(state);
  noteCall(name);
  process.stdout.write(output);
} catch (error) {
  process.stderr.write(`${name} ${words.join(" ")}: ${(error as Error).message}\n`);
  process.exitCode = 1;
}

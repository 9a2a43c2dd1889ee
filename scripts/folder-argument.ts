/** The one argument of a script that writes into a folder. */
import { resolve } from "node:path";

/**
 * The folder that the command line names, else this one. `--help` prints the usage and ends the script. So does anything
 * else that is no folder, with exit code 1: an unknown option would become a folder's name.
 */
export function folderArgument(usage: string, unlessNamed: string): string {
  const [named, ...more] = process.argv.slice(2);
  if (named === "--help" || named === "-h") {
    process.stdout.write(`${usage}\n`);
    process.exit();
  }
  if (named?.startsWith("-") || more.length > 0) {
    process.stderr.write(`${[named, ...more].join(" ")} is no folder. ${usage}\n`);
    process.exit(1);
  }
  return resolve(named ?? unlessNamed);
}

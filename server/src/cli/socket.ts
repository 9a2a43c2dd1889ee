/** The Unix socket between a server and its command line. */
import { join } from "node:path";

const name = "command.sock";
/** The kernel's limit is 108 bytes on Linux and 104 on macOS, a final zero included. */
const pathBytesMax = 100;

/**
 * Calls `use` with a path to the socket in this directory that is short enough for the kernel. A
 * long directory is entered for the moment: `use` must bind or connect before it returns, and
 * every other path in this process must be absolute.
 */
export function withSocketPath<Result>(
  directory: string,
  use: (socketPath: string) => Result,
): Result {
  const path = join(directory, name);
  if (Buffer.byteLength(path) <= pathBytesMax) return use(path);
  const previous = process.cwd();
  process.chdir(directory);
  try {
    return use(name);
  } finally {
    process.chdir(previous);
  }
}

/** Where it is, however long that is. */
export function socketFile(directory: string): string {
  return join(directory, name);
}

/** The lines for the person who starts a server: on stderr, so that stdout holds the log alone. */

type Say = (line: string) => void;

export const say: Say = (line) => void process.stderr.write(`${line}\n`);

const stillEveryMs = 5_000;

/** Says what is being done, and every few seconds that it still is. */
export async function saying<Result>(doing: string, work: Promise<Result>): Promise<Result> {
  say(`${doing} ...`);
  const startedAt = performance.now();
  const timer = setInterval(() => {
    say(`  still ${doing.charAt(0).toLowerCase()}${doing.slice(1)} (${secondsSince(startedAt)} s)`);
  }, stillEveryMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

export function secondsSince(startedAt: number): string {
  return ((performance.now() - startedAt) / 1_000).toFixed(1);
}

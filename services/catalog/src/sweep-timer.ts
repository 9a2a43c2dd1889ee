/** Runs a job now and then again and again, never twice at once; failures are told and forgotten. */
export function createSweepTimer(
  job: () => Promise<void>,
  { everyMs, warn }: { everyMs: number; warn: (line: string) => void },
): { start(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;

  function run(): void {
    running = job()
      .catch((error: unknown) => {
        warn(`sweep: ${String(error)}`);
      })
      .finally(() => {
        if (!isStopped) timer = setTimeout(run, everyMs).unref();
      });
  }

  return {
    start: run,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

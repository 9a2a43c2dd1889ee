/** Work that ends with the caller's signal or when its time is up. Nothing is left behind: no timer and no listener. */

/** The reason with which work is aborted whose time is up. */
export const timeIsUp = Symbol("time is up");

export async function withinLimit<Result>(
  { signal, ms }: { signal: AbortSignal | undefined; ms: number },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const pass = (): void => controller.abort(signal?.reason);
  signal?.addEventListener("abort", pass, { once: true });
  const timer = setTimeout(() => controller.abort(timeIsUp), ms);
  try {
    if (signal?.aborted) pass();
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", pass);
  }
}

/** Resolves after so long, or sooner if the signal is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end, { once: true });
    if (signal?.aborted) end();
  });
}

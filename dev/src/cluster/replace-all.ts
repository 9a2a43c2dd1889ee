/** How a Deployment replaces its pods. */

interface Replacing<Pod> {
  readonly old: readonly Pod[];
  /** Begins a new one. */
  readonly start: () => Promise<Pod>;
  /** Resolves when it has been ready for long enough. */
  readonly untilAvailable: (pod: Pod) => Promise<void>;
  /** Ends an old one; resolves when it is gone. */
  readonly stop: (pod: Pod) => Promise<void>;
}

/**
 * Replaces all pods, as Kubernetes does with maxSurge 1 and maxUnavailable 0. It ends an old one once a new one is
 * available. The next new one begins while the old one still drains. Where a new one
 * does not become available, the old ones that are left stay.
 */
export async function replaceAll<Pod>({
  old,
  start,
  untilAvailable,
  stop,
}: Replacing<Pod>): Promise<void> {
  const leaving: Promise<void>[] = [];
  try {
    for (const pod of old) {
      await untilAvailable(await start());
      leaving.push(stop(pod));
    }
  } finally {
    await Promise.all(leaving);
  }
}

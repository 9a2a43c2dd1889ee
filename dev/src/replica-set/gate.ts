/** Lets commands through side by side, and now and then something that must be alone with the data. */
export interface Gate {
  /** Waits while something is alone. */
  share<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Waits for what was let through; whatever comes meanwhile waits for this. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createGate(): Gate {
  let sharing = 0;
  let closed: Promise<void> | undefined;
  let whenEmpty: () => void = () => undefined;
  return {
    async share(work) {
      while (closed) await closed;
      sharing++;
      try {
        return await work();
      } finally {
        if (--sharing === 0) whenEmpty();
      }
    },
    async alone(work) {
      while (closed) await closed;
      const { promise, resolve } = Promise.withResolvers<void>();
      closed = promise;
      if (sharing > 0) await new Promise<void>((empty) => (whenEmpty = empty));
      try {
        return await work();
      } finally {
        closed = undefined;
        resolve();
      }
    },
  };
}

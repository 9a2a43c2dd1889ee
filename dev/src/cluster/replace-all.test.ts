import { expect, it } from "@jest/globals";
import { replaceAll } from "./replace-all.ts";

/** A Deployment of pods that are ready and gone when the test says so. */
function aDeployment(old: readonly string[]) {
  const steps: string[] = [];
  const waits = new Map<string, PromiseWithResolvers<void>>();
  const wait = (step: string): Promise<void> => {
    steps.push(step);
    const waiting = Promise.withResolvers<void>();
    waits.set(step, waiting);
    return waiting.promise;
  };
  let begun = 0;
  const replaced = replaceAll<string>({
    old,
    start: () => {
      const pod = `new-${++begun}`;
      steps.push(`start ${pod}`);
      return Promise.resolve(pod);
    },
    untilAvailable: (pod) => wait(`await ${pod}`),
    stop: (pod) => wait(`stop ${pod}`),
  });
  const settle = async (): Promise<string[]> => {
    await new Promise((resume) => setImmediate(resume));
    return steps.splice(0);
  };
  return {
    replaced,
    settle,
    end: (step: string) => waits.get(step)?.resolve(),
    fail: (step: string) => waits.get(step)?.reject(new Error(step)),
  };
}

it("ends an old pod once a new one is available, and begins the next while the old one drains", async () => {
  const { replaced, settle, end } = aDeployment(["old-1", "old-2"]);
  expect(await settle()).toEqual(["start new-1", "await new-1"]);
  end("await new-1");
  expect(await settle()).toEqual(["stop old-1", "start new-2", "await new-2"]);
  end("await new-2");
  expect(await settle()).toEqual(["stop old-2"]);
  end("stop old-1");
  end("stop old-2");
  await replaced;
  expect(await settle()).toEqual([]);
});

it("leaves the old pods where a new one does not become available", async () => {
  const { replaced, settle, end, fail } = aDeployment(["old-1", "old-2"]);
  await settle();
  end("await new-1");
  await settle();
  end("stop old-1");
  fail("await new-2");
  await expect(replaced).rejects.toThrow("await new-2");
  expect(await settle()).toEqual([]);
});

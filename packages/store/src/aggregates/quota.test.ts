import { expect, it } from "@jest/globals";
import { createQuota } from "./quota.ts";

const quotaOf = (max: number) =>
  createQuota("QUOTA_HOLDS_PER_KEY", { QUOTA_HOLDS_PER_KEY: String(max) });

it("counts anew after a hundred of a key", async () => {
  const quota = quotaOf(1_000);
  let counts = 0;
  let made = 0;
  const count = () => (counts++, Promise.resolve(made));
  for (let each = 0; each < 250; each++)
    await quota.withinAllowance("key", count, () => Promise.resolve(made++));
  expect(counts).toBe(3);
});

it("never makes more than the quota, however late what is being made is counted", async () => {
  const quota = quotaOf(150);
  let made = 0;
  const make = async (): Promise<void> => {
    for (let turns = 0; turns < 50; turns++) await Promise.resolve();
    made++;
  };
  const all = Array.from({ length: 400 }, () =>
    quota.withinAllowance("key", () => Promise.resolve(made), make),
  );
  const done = await Promise.allSettled(all);
  expect(made).toBe(150);
  expect(done.filter(({ status }) => status === "rejected")).toHaveLength(250);
});

it("gives back what was not made", async () => {
  const quota = quotaOf(1);
  const none = () => Promise.resolve(0);
  const fails = () => Promise.reject(new Error("no place"));
  for (let each = 0; each < 3; each++)
    await expect(quota.withinAllowance("key", none, fails)).rejects.toThrow("no place");
});

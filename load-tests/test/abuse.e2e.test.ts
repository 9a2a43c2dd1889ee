import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerProcess, apiKeyOf, startServerProcess } from "@slipway/dev/server-process";
import { announcedBodies } from "../abuse/announced-bodies.ts";
import type { Answers, Attack, Target } from "../abuse/attack.ts";
import { connections } from "../abuse/connections.ts";
import { guessedPasswords } from "../abuse/guessed-passwords.ts";
import { longLists } from "../abuse/long-lists.ts";
import { type NormalTenant, startNormalTenant } from "../abuse/normal-tenant.ts";
import { otherTenant } from "../abuse/other-tenant.ts";
import { silentWebhooks } from "../abuse/silent-webhooks.ts";
import { slowReaders } from "../abuse/slow-readers.ts";

const ms = 6_000;
const perSecond = 10;

/** Every attack that is measured by `npm run abuse`, for seconds, against shorter time-outs. */
let directory: string;
let server: ServerProcess;
let tenant: NormalTenant;
let target: Target;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "slipway-abuse-"));
  server = await startServerProcess({
    directory,
    env: {
      MONGODB_URI: "",
      RATE_LIMIT_RPS: "100",
      HEADERS_TIMEOUT_MS: "500",
      REQUEST_TIMEOUT_MS: "3000",
      FAILED_LOGINS_PER_MINUTE: "5",
      WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
    },
  });
  const { url } = server;
  const key = await apiKeyOf(directory);
  tenant = await startNormalTenant({ url, key, directory, seats: 1_000 });
  target = { url, key: await otherTenant(directory), victimEmail: tenant.email };
});

afterAll(async () => {
  await tenant?.stop();
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** What the attack was answered, and each answer that the tenant should not have had. */
async function under(attack: Attack): Promise<{ answers: Answers; refused: string[] }> {
  const run = await attack.prepare(target);
  const [seen, answers] = await Promise.all([
    tenant.behave(perSecond, ms),
    run(performance.now() + ms),
  ]);
  const refused = seen.filter(({ status }) => status < 200 || status >= 300);
  return { answers, refused: refused.map(({ kind, status }) => `${kind} ${status}`) };
}

const some = expect.any(Number) as unknown;

it.each<[title: string, attack: Attack, answers: Record<string, unknown>]>([
  [
    "slow, large, deep and silent requests",
    connections({ slowHeaders: 8, slowBodies: 8, largeBodies: 4, deepJson: 6, idle: 8 }),
    {
      "slowHeaders 408": some,
      "slowBodies 408": some,
      "largeBodies 413": some,
      "deepJson 400": some,
      "idle 408": some,
    },
  ],
  ["S1, long lists that are left", longLists, { left: some }],
  ["S2, readers that do not read", slowReaders, {}],
  [
    "S3, bodies that are announced",
    announcedBodies,
    { "stranger 413": some, "uploader 408": some },
  ],
  ["S4, guessed passwords", guessedPasswords, { "401": some, "429": some }],
  ["S5, silent endpoints", silentWebhooks, { "booking 201": some, "activation 200": some }],
])("%s: the tenant beside it is refused nothing", async (_title, attack, answers) => {
  const outcome = await under(attack);
  expect(outcome.refused).toEqual([]);
  expect(outcome.answers).toMatchObject(answers);
});

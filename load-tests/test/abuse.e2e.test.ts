import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ServerProcess,
  apiKeyOf,
  makeTenant,
  startServerProcess,
} from "@slipway/dev/server-process";
import { type Attack, type Target, prepared } from "../abuse/attack.ts";
import { attacks, connections, largeOptions } from "../abuse/attacks.ts";
import { type NormalTenant, startNormalTenant } from "../abuse/normal-tenant.ts";

const runMs = 2_000;
/** The run of an attack that waits for the time-outs below, each of which the server notices up to two seconds later. */
const patientRunMs = 12_000;
/**
 * On a busy machine a request of the tenant may be late, or a run have fewer answers: each is longer than the one before it. A
 * defence that does not come in so many will not come, and one that is missing lets the tenant down in each.
 */
const runsMax = 4;
const perSecond = 10;

/** Attacks of `npm run abuse`, for seconds, against shorter time-outs. That of searches needs 80 000 bookings, and is not here. */
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
      HEADERS_TIMEOUT_MS: "2000",
      REQUEST_TIMEOUT_MS: "8000",
      FAILED_LOGINS_PER_MINUTE: "5",
      // Few, so that the attack of imports meets the quota on a busy machine, too.
      QUOTA_PERIODS_PER_OPTION: "10",
      WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
    },
  });
  const { url } = server;
  const key = await apiKeyOf(directory);
  tenant = await startNormalTenant({ url, key, directory, seats: 1_000 });
  const attacking = await makeTenant(directory, "Abusers");
  const engine = { uri: "", databasePrefix: "" };
  target = { url, key: attacking.key, victimEmail: tenant.email, engine };
});

afterAll(async () => {
  await tenant?.stop();
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Attacks until each expected answer has come and a run has let the tenant down in nothing: all answers, and its last run. */
async function under(
  attack: Attack,
  expected: readonly string[],
): Promise<{ answers: Set<string>; refused: string[] }> {
  const run = await prepared(attack, target);
  const firstMs = expected.some((answer) => /408|503$/.test(answer)) ? patientRunMs : runMs;
  const answers = new Set<string>();
  for (let runs = 1; ; runs++) {
    const ms = firstMs * runs;
    const [seen, answered] = await Promise.all([
      tenant.behave(perSecond, ms),
      run(performance.now() + ms),
    ]);
    for (const answer of Object.keys(answered)) answers.add(answer);
    const refused = seen
      .filter(({ status }) => status < 200 || status >= 300)
      .map(({ kind, status }) => `${kind} ${status}`);
    const isDefended = refused.length === 0 && expected.every((answer) => answers.has(answer));
    if (isDefended || runs === runsMax) return { answers, refused };
  }
}

it.each<[title: string, attack: Attack, expected: readonly string[]]>([
  [
    "slow, large, deep and silent requests",
    connections({ slowHeaders: 8, slowBodies: 8, largeBodies: 4, deepJson: 6, idle: 8 }),
    ["slowHeaders 408", "slowBodies 408", "largeBodies 413", "deepJson 400", "idle 408"],
  ],
  ["quotes of many times", attacks.quotes, ["17 periods 200", "100 periods 400"]],
  ["imports of rules", attacks.imports, ["409"]],
  ["large options", largeOptions(3), ["products 200", "quote 200"]],
  ["S1, long lists that are left", attacks.S1, ["left"]],
  ["S2, readers that do not read", attacks.S2, []],
  ["S3, bodies that are announced", attacks.S3, ["stranger 413", "uploader 503"]],
  ["S4, guessed passwords", attacks.S4, ["401", "429"]],
  ["S5, silent endpoints", attacks.S5, ["booking 201", "activation 200"]],
])("%s: the tenant beside it is refused nothing", async (_title, attack, expected) => {
  const { answers, refused } = await under(attack, expected);
  expect(refused).toEqual([]);
  expect([...answers]).toEqual(expect.arrayContaining([...expected]));
});

/**
 * `npm run bench:tasks`: tasks of an operator's day at the console, in Chromium, on the demo's operator. Prints the steps of each,
 * how long the console works, and how long it takes a person. It fails where a goal is missed.
 */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Slipway, isProblem } from "@slipway/client";
import { firstUserOf, makeTenant, makeUser } from "@slipway/dev/server-process";
import { type User, launchChromium, logIn } from "@slipway/dev/testing-chromium";
import { connect } from "../examples/connect.ts";
import { type Hand, handOn } from "./console/hand.ts";
import { type Plan, type Task, tasks } from "./console/tasks.ts";
import { type OwnServer, onOwnServer } from "./own-server.ts";

const guests = 40;
const demo = join(import.meta.dirname, "../examples/venice/demo.ts");

const browser = await launchChromium();
try {
  await onOwnServer({}, async (server) => {
    const plan = await prepare(server);
    const { tenantId } = await makeTenant(server.directory, "Arsenale");
    const users = {
      demo: await firstUserOf(server.directory),
      empty: await makeUser(server.directory, tenantId),
    };
    console.log(
      "| task | goal | steps | console, s | person, s |\n| --- | --- | --- | --- | --- |",
    );
    for (const task of tasks)
      await show(task, plan, { url: server.url, user: task.isNew ? users.empty : users.demo });
  });
} finally {
  await browser.close();
}

/** The demo's operator, and guests of all its products on another day. */
async function prepare({ url, key, directory }: OwnServer): Promise<Plan> {
  const env = { ...process.env, SLIPWAY_URL: url, SLIPWAY_DATA_DIR: directory };
  const { stdout } = await promisify(execFile)(process.execPath, [demo], { env });
  const day = /console\/day\/(\S+)/.exec(stdout)?.[1] ?? "";
  // The same day of the week, a week later.
  const stormyDay = new Date(Date.parse(day) + 7 * 86_400_000).toISOString().slice(0, 10);
  const slipway = connect(url, key);
  const products = await slipway.products.list();
  let left = guests;
  for (const { id } of products)
    left -= await sell(slipway, stormyDay, [id, Math.ceil(guests / products.length)]);
  // A charter has two boats a day; the ferry has room for the rest.
  const ferry = products.find(({ name }) => name === "Lido Ferry");
  await sell(slipway, stormyDay, [ferry?.id ?? "", left]);
  return { day, stormyDay, guests };
}

/** Sells a product to so many parties at most, as the departures have room. Resolves with how many. */
async function sell(
  slipway: Slipway,
  stormyDay: string,
  [productId, count]: readonly [string, number],
): Promise<number> {
  const [option] = await slipway.products.listOptions(productId);
  const optionId = option?.id ?? "";
  const { units } = await slipway.options.get(optionId);
  const range = { from: `${stormyDay}T00:00:00+02:00`, to: `${stormyDay}T23:59:59+02:00` };
  const departures = await slipway.availability.list({ optionId, ...range });
  let made = 0;
  for (let at = 0; made < count && at < 4 * count; at++) {
    const name = `Guest ${randomUUID().slice(0, 8)}`;
    try {
      await slipway.bookings.create({
        optionId,
        startAt: departures[at % departures.length]?.startAt ?? "",
        unitItems: [{ unitId: units[0]?.id ?? "", quantity: option?.restrictions.minUnits ?? 1 }],
        status: "CONFIRMED",
        customer: { name, email: `${name.slice(6)}@guest.example` },
      });
      made++;
    } catch (error) {
      if (!isProblem(error, "CAPACITY_EXHAUSTED")) throw error;
    }
  }
  return made;
}

interface Place {
  readonly url: string;
  readonly user: User;
}

/** A task that cannot be done ends no other. */
async function show(task: Task, plan: Plan, at: Place): Promise<void> {
  const cells = await carryOut(task, plan, at).catch((error: unknown) => [
    `FAILED: ${String(error).split("\n", 3).join(" ")}`,
  ]);
  console.log(`| ${[task.name, task.goal, ...cells].join(" | ")} |`);
  if (/FAILED|MISSED/.test(cells.join())) process.exitCode = 1;
}

function cellsOf(task: Task, { steps, personSeconds }: Hand, consoleSeconds: number): string[] {
  const seconds = consoleSeconds + personSeconds();
  const isMissed = steps.length > (task.steps ?? Infinity) || seconds > (task.seconds ?? Infinity);
  const kinds = [...Map.groupBy(steps, (kind) => kind)];
  const words = kinds.map(([kind, all]) => (all.length > 1 ? `${all.length} × ${kind}` : kind));
  return [
    `${steps.length}: ${words.join(", ")}`,
    consoleSeconds.toFixed(1),
    `${seconds.toFixed(0)}${isMissed ? " MISSED" : ""}`,
  ];
}

async function carryOut(task: Task, plan: Plan, { url, user }: Place): Promise<string[]> {
  const { viewport, path, ready, act } = task;
  const page = await browser.newPage({
    viewport,
    locale: "en-GB",
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await logIn(page, `${url}/console${path(plan)}`, user);
  await ready(page);
  const hand = handOn(page);
  const beganAt = performance.now();
  await act(hand, plan);
  const consoleSeconds = (performance.now() - beganAt) / 1_000;
  await page.context().close();
  return cellsOf(task, hand, consoleSeconds);
}

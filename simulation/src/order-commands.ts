/** Commands about orders: several bookings that are confirmed together or not at all. */
import { type Request, call } from "@slipway/broker";
import { type OutputOf, orders } from "@slipway/contracts";
import { type Clients, attempt } from "./clients.ts";
import { withKey } from "./keyed-commands.ts";
import { orderOf } from "./orders.ts";
import type { Kind } from "./plan.ts";
import { create } from "./requests.ts";

type Order = OutputOf<typeof orders.getOrder>;

const rememberedMax = 8;

/** Opens an order, or takes one of the last, and holds places in it: several at once. */
export async function fillOrder(clients: Clients, kind: Kind): Promise<void> {
  const { random, baskets } = clients;
  if (baskets.length === 0 || random.is(0.5)) {
    const expirationMinutes = random.from(1, 3);
    const answer = await attempt(clients, kind, (request) =>
      call(request, orders.createOrder, { expirationMinutes }),
    );
    if (!answer || !("order" in answer)) return;
    baskets.push(answer.order.id);
    if (baskets.length > rememberedMax) baskets.shift();
  }
  const orderId = pick(clients);
  if (orderId === undefined) return;
  await Promise.all(
    Array.from({ length: random.from(1, 4) }, () =>
      create(clients, "hold", { ...orderOf(clients, "ON_HOLD"), orderId }),
    ),
  );
  // Most orders are confirmed once they are filled.
  const isFilled = clients.known.some((one) => one.orderId === orderId && one.status === "ON_HOLD");
  if (!isFilled) forget(clients, orderId);
  else if (random.is(0.4)) await confirmOrder(clients, "confirmOrder");
}

/** Sometimes twice at once. */
export async function confirmOrder(clients: Clients, kind: Kind): Promise<void> {
  const times = clients.random.is(0.2) ? 2 : 1;
  const confirm = withKey(clients, (request, id: string, keyed) =>
    call(request, orders.confirmOrder, { id }, keyed),
  );
  await ask(clients, kind, times, confirm);
}

export async function extendOrder(clients: Clients, kind: Kind): Promise<void> {
  const expirationMinutes = clients.random.from(1, 3);
  const extend = withKey(clients, (request, id: string, keyed) =>
    call(request, orders.extendOrder, { id, expirationMinutes }, keyed),
  );
  await ask(clients, kind, 1, extend);
}

export async function cancelOrder(clients: Clients, kind: Kind): Promise<void> {
  const force = clients.random.is(0.5);
  const cancel = withKey(clients, (request, id: string, keyed) =>
    call(request, orders.cancelOrder, { id, force }, keyed),
  );
  await ask(clients, kind, 1, cancel);
}

async function ask(
  clients: Clients,
  kind: Kind,
  times: number,
  command: (request: Request, id: string) => Promise<Order>,
): Promise<void> {
  const id = pick(clients);
  if (id === undefined) return;
  const { oracle, random } = clients;
  const once = async (): Promise<void> => {
    const question = oracle.orders.asked(kind, id);
    const answer = await attempt(clients, kind, (request) => command(request, id));
    oracle.orders.answered(question, answer);
    if (isOver(answer) && random.is(0.8)) forget(clients, id);
  };
  await Promise.all(Array.from({ length: times }, once));
}

/** Whether nothing more can be done with the order. */
function isOver(answer: Awaited<ReturnType<typeof attempt<Order>>>): boolean {
  return answer !== undefined && ("refusal" in answer || answer.status !== "OPEN");
}

function forget({ baskets }: Clients, id: string): void {
  const index = baskets.indexOf(id);
  if (index >= 0) baskets.splice(index, 1);
}

/** Mostly one of the last two. */
function pick({ random, baskets }: Clients): string | undefined {
  if (baskets.length === 0) return undefined;
  const back = Math.min(baskets.length, random.is(0.8) ? 2 : baskets.length);
  return baskets[baskets.length - 1 - random.below(back)];
}

/** Changes that clients name by a key, and repeat by it. */
import { type Repeat, type Request, refusalOf } from "@slipway/broker";
import { type Clients, isVague, requestOf } from "./clients.ts";
import { Violation } from "./violation.ts";

interface Keyed {
  readonly repeat?: Repeat;
}

/** Half of the changes have a key, and half of those are sent again with it, whatever became of the first. */
export function withKey<One, Changed extends { readonly id: string }>(
  clients: Clients,
  change: (request: Request, one: One, keyed: Keyed) => Promise<Changed>,
): (request: Request, one: One) => Promise<Changed> {
  const isKeyed = clients.random.is(0.5);
  const isTwice = isKeyed && clients.random.is(0.5);
  const name = `key-${clients.keys++}`;
  const repeatOf = (): Repeat => ({ key: name, of: "change", isReplayed: false });
  return async (request, one) => {
    if (!isTwice) return change(request, one, isKeyed ? { repeat: repeatOf() } : {});
    const first = await settled(change(request, one, { repeat: repeatOf() }));
    const repeat = repeatOf();
    // Another actor's, so that the events of each can be traced to it.
    const again = await settled(change(requestOf(clients.broker), one, { repeat }));
    if ("answer" in first) {
      checkRepeat(first.answer.id, again, repeat);
      return first.answer;
    }
    if ("answer" in again) return again.answer;
    throw first.error;
  };
}

type Settled<Changed> = { readonly answer: Changed } | { readonly error: unknown };

function settled<Changed>(asked: Promise<Changed>): Promise<Settled<Changed>> {
  return asked.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
}

/** A repeat of an answered change is answered as one, unless nobody could answer it. */
function checkRepeat(id: string, again: Settled<object>, { isReplayed }: Repeat): void {
  if ("answer" in again) {
    if (!isReplayed) throw new Violation("I3", `${id} was changed twice with one key`);
    return;
  }
  const code = refusalOf(again.error)?.code;
  // An archived booking is not found.
  if (code !== undefined && !isVague(code) && code !== "NOT_FOUND")
    throw new Violation("I3", `a repeat of a change of ${id} was refused as ${code}`);
}

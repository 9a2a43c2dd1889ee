import { setTimeout as pause } from "node:timers/promises";
import type { NatsConnection } from "nats";

const pauseMs = 100;

/** Whether the server lets this user subscribe to a subject. It says no before it answers what was sent afterwards. */
export async function maySubscribe(client: NatsConnection, subject: string): Promise<boolean> {
  for (;;) {
    let isAllowed = true;
    const subscription = client.subscribe(subject, {
      callback: (error) => {
        if (error) isAllowed = false;
      },
    });
    try {
      await client.flush();
      subscription.unsubscribe();
      return isAllowed;
    } catch (error) {
      if (client.isClosed()) throw error;
      // The connection was lost before the answer.
      subscription.unsubscribe();
      await pause(pauseMs);
    }
  }
}

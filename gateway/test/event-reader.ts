/** A client of GET /events that reads what comes, as a browser does. */
import { until } from "@slipway/dev/testing-until";

interface Told {
  readonly id: string;
  readonly updatedAt: string;
}

export interface EventReader {
  readonly status: number;
  /** The refusal, where it is one. */
  readonly problem: { readonly code?: string; readonly detail?: string };
  /** Versions of bookings that events have told of, in their order. */
  readonly told: readonly Told[];
  /** The id of the last event, or of a comment behind it. */
  lastId(): string;
  hasTold(bookingId: string): boolean;
  /** Resolves when the server has ended the answer. One that is broken off is asked for again, as a browser does. */
  readonly ended: Promise<void>;
  /** Leaves. */
  close(): void;
}

interface Asked {
  readonly key: string;
  readonly query?: Record<string, string>;
  readonly lastId?: string | undefined;
}

export async function readEvents(
  url: string,
  { key, query = {}, lastId }: Asked,
): Promise<EventReader> {
  const controller = new AbortController();
  const connect = (from: string | undefined): Promise<Response> =>
    fetch(`${url}/api/v1/events?${new URLSearchParams(query).toString()}`, {
      headers: {
        accept: "text/event-stream",
        authorization: `Bearer ${key}`,
        ...(from === undefined ? {} : { "last-event-id": from }),
      },
      signal: controller.signal,
    });
  const response = await connect(lastId);
  const problem = response.ok ? {} : ((await response.json()) as EventReader["problem"]);
  const told: Told[] = [];
  let id = "";
  const read = async ({ body }: Response): Promise<void> => {
    let text = "";
    try {
      for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const events = (text + piece).split("\n\n");
        text = events.pop() ?? "";
        for (const event of events) {
          id = /^id: (.*)$/m.exec(event)?.[1] ?? id;
          const news = JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? "[]") as Told[];
          told.push(...news.filter((each) => !isKnown(each)));
        }
      }
    } catch (error) {
      if (controller.signal.aborted) throw error;
      // A busy service breaks a stream off now and then.
      isAgain = true;
      await read(await reconnect());
    }
  };
  /** A busy service refuses for a while (503) or is late (504), and then a browser's script asks again. */
  const reconnect = async (): Promise<Response> =>
    until(async () => {
      const again = await connect(id);
      if (again.status < 500) return again;
      await again.text();
      return false;
    });
  /** After another connection versions may come again. */
  let isAgain = false;
  const isKnown = ({ id: other, updatedAt }: Told): boolean =>
    isAgain && told.some((each) => each.id === other && each.updatedAt === updatedAt);
  const ended = response.ok ? read(response) : Promise.resolve();
  // A reader that leaves breaks off, which is no failure of the server.
  ended.catch(() => undefined);
  if (response.ok) await until(() => id !== "");
  return {
    status: response.status,
    problem,
    told,
    lastId: () => id,
    hasTold: (bookingId) => told.some((each) => each.id === bookingId),
    ended,
    close: () => controller.abort(),
  };
}

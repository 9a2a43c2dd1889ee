/** The stream of GET /events: one for the whole window, while it is in front and in use. Without it each reader looks by itself. */

/** A server that has no place for one more stream is asked again after this time. */
const againMs = 60_000;

const readers = new Set<() => void>();
let source: EventSource | undefined;
let begunAt = 0;

/** Calls `look` when bookings have changed; what it returns ends that. */
export function onChange(look: () => void): () => void {
  readers.add(look);
  return () => void readers.delete(look);
}

/** Opens the stream, or closes it while the window is not looked at. Returns whether it is open: then no reader needs to ask. */
export function keepStream(isLookedAt: boolean): boolean {
  if (!isLookedAt) close();
  else if (!source || hasFailed(source)) open();
  return source?.readyState === EventSource.OPEN;
}

/** A stream that has only ended connects again by itself, and goes on with its last event. */
function hasFailed({ readyState }: EventSource): boolean {
  return readyState === EventSource.CLOSED && performance.now() - begunAt > againMs;
}

function open(): void {
  close();
  begunAt = performance.now();
  source = new EventSource("/api/v1/events");
  const tell = (): void => {
    for (const look of readers) look();
  };
  // It begins with what changes from now on.
  source.addEventListener("open", tell);
  source.addEventListener("bookings", tell);
}

function close(): void {
  source?.close();
  source = undefined;
}

/** An id of the page that nothing else has. Preact's own also counts what a server has drawn: 0.1 kB more. */
import { useState } from "preact/hooks";

let last = 0;

export function useOwnId(): string {
  const [id] = useState(() => `id-${++last}`);
  return id;
}

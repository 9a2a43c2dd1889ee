/** An instant on the clocks of the viewer. */
import { timeWords, viewerZone } from "../../../page/parts/time-words.ts";

interface Given {
  readonly at: string | null | undefined;
  /** Said where there is no instant. */
  readonly none?: string;
}

export function When({ at, none = "–" }: Given) {
  if (!at) return <span className="soft">{none}</span>;
  return (
    <time dateTime={at} className="number" style={{ whiteSpace: "nowrap" }}>
      {timeWords(at, viewerZone, true)}
    </time>
  );
}

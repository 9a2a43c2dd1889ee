/** Words that the lists of receivers and channels share, on an address and on deliveries to it. */
import type { WebhookAttempt } from "@slipway/client";
import type { Column } from "../../parts/data-list.tsx";
import { ViewerTime } from "../../parts/zoned-time.tsx";
import { fill } from "../../texts/fill.ts";
import { texts } from "../../texts/texts.ts";

export function TimeOrNone({ at }: { at: string | null | undefined }) {
  return at ? <ViewerTime at={at} /> : <>{texts.access.endpoint.none}</>;
}

/** When an address has answered the challenge; nothing where it has not, or where the installation asks none. */
export function Proven({ at }: { readonly at: string | null | undefined }) {
  if (!at) return null;
  return (
    <p>
      {texts.access.endpoint.proven} <ViewerTime at={at} />
    </p>
  );
}

interface Times {
  readonly lastSuccessAt: string | undefined;
  readonly nextAttemptAt: string | undefined;
}

/** When something arrived last, and when the next attempt is due. */
export function timeColumns(): Record<"lastSuccess" | "nextAttempt", Column<Times>> {
  const { lastSuccess, nextAttempt } = texts.access.endpoint;
  return {
    lastSuccess: { title: lastSuccess, cell: ({ lastSuccessAt: at }) => <TimeOrNone at={at} /> },
    nextAttempt: { title: nextAttempt, cell: ({ nextAttemptAt: at }) => <TimeOrNone at={at} /> },
  };
}

/** "answered 500", "the address is unknown": why an attempt has failed. */
export function failureWords(error: string, statusCode: number | null = null): string {
  const { failures, answered } = texts.access.endpoint;
  if (statusCode !== null) return fill(answered, { status: statusCode });
  const known: Readonly<Record<string, string>> = failures;
  return known[error] ?? error;
}

export function attemptWords({ error, statusCode, durationMs }: WebhookAttempt): string {
  const { took, answered } = texts.access.endpoint;
  const outcome =
    error === null ? fill(answered, { status: statusCode ?? "" }) : failureWords(error, statusCode);
  return fill(took, { outcome, ms: durationMs });
}

/** The soonest of those that are due. */
export function soonest(
  due: readonly { readonly nextAttemptAt: string | null }[],
): string | undefined {
  return due.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []).toSorted()[0];
}

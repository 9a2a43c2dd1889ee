/** How an address of a webhook or a channel fares: its health, its words, its secret. */
import { Badge, Group, Menu, Text, Tooltip } from "@mantine/core";
import KeyRound from "lucide-react/icons/key-round";
import RotateCw from "lucide-react/icons/rotate-cw";
import type { Operations, WebhookAttempt } from "@slipway/client";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import type { Secret } from "./show-once.tsx";
import { settingsTexts } from "./texts.ts";
import type { Question } from "./use-confirm.tsx";

export type Health = "good" | "failing" | "off" | "stopped" | "unused";

const colors: Readonly<Record<Health, string>> = {
  good: "green",
  failing: "orange",
  off: "gray",
  stopped: "red",
  unused: "gray",
};

/** A dot with its word: nobody needs to know the colours. */
export function HealthDot({ health, hint }: { readonly health: Health; readonly hint?: string }) {
  return (
    <Group gap={8} wrap="nowrap">
      <span className="dot" style={{ background: `var(--mantine-color-${colors[health]}-6)` }} />
      <div>
        <Text size="sm">{settingsTexts().health[health]}</Text>
        {hint && (
          <Text size="xs" className="soft">
            {hint}
          </Text>
        )}
      </div>
    </Group>
  );
}

type SendState = "PENDING" | "RUNNING" | "SUCCEEDED" | "FAILED";

const stateColors: Readonly<Record<SendState, string>> = {
  PENDING: "orange",
  RUNNING: "blue",
  SUCCEEDED: "green",
  FAILED: "red",
};

export function SentBadge({ status }: { readonly status: SendState }) {
  return (
    <Badge variant="light" color={stateColors[status]}>
      {texts.access.endpoint.sent[status]}
    </Badge>
  );
}

/** The last deliveries as bars, the newest at the right. */
export function Latest({ statuses }: { readonly statuses: readonly SendState[] }) {
  if (statuses.length === 0) return <span className="soft">–</span>;
  const done = statuses.filter((each) => each === "SUCCEEDED").length;
  const label = fill(settingsTexts().lastOnes, { done, all: statuses.length });
  return (
    <Tooltip label={label}>
      <div>
        <span className="unseen">{label}</span>
        <div className="attempts" aria-hidden>
          {statuses.toReversed().map((status, at) => (
            <span
              // oxlint-disable-next-line react/no-array-index-key -- bars have no other name
              key={at}
              style={{ background: `var(--mantine-color-${stateColors[status]}-5)` }}
            />
          ))}
        </div>
      </div>
    </Tooltip>
  );
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

type ReadSecret = (slipway: Operations) => Promise<{ readonly secret: string }>;

interface SecretGiven {
  readonly name: string;
  readonly read: ReadSecret;
  readonly replace: ReadSecret;
  readonly confirm: (question: Question) => void;
  readonly show: (secret: Secret) => void;
}

/** Shows the secret that signs what is sent, or replaces it. The page keeps it nowhere. */
export function SecretItems({ name, read, replace, confirm, show }: SecretGiven) {
  const { webhooks: own } = settingsTexts();
  const words = texts.access.endpoint;
  const asking = (title: string, action: string, hint: string, call: ReadSecret) => () =>
    confirm({
      title: fill(title, { name }),
      hint,
      action,
      act: async (slipway) => {
        const { secret } = await call(slipway);
        show({
          title: words.secretTitle,
          label: words.secret,
          hint: words.secretHint,
          text: secret,
          isKept: true,
        });
      },
    });
  return (
    <>
      <Menu.Item
        leftSection={<KeyRound size={16} aria-hidden />}
        onClick={asking(own.showTitle, words.showSecret, words.showSecretHint, read)}
      >
        {words.showSecret}
      </Menu.Item>
      <Menu.Item
        leftSection={<RotateCw size={16} aria-hidden />}
        onClick={asking(own.replaceTitle, words.replaceSecret, words.replaceSecretHint, replace)}
      >
        {words.replaceSecret}
      </Menu.Item>
    </>
  );
}

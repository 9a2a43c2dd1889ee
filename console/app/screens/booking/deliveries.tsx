/** Webhooks and channels that were notified of the booking, and whether that succeeded. */
import { Badge, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import RotateCw from "lucide-react/icons/rotate-cw";
import type { Booking } from "@slipway/client";
import { timeWords, viewerZone } from "../../../page/parts/time-words.ts";
import { type Message, loadMessages } from "../../../page/screens/booking/load-messages.ts";
import { ask } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { counted, texts } from "../../../page/texts/texts.ts";
import { useAction } from "../../../page/use-action.ts";
import { ProblemNote } from "../../parts/problem-note.tsx";
import type { Level } from "./panel-given.ts";
import { Section } from "./section.tsx";
import { bookingTexts } from "./texts.ts";

const colors: Readonly<Partial<Record<Message["status"], string>>> = {
  SUCCEEDED: "green",
  FAILED: "red",
};

interface Given {
  readonly booking: Booking;
  readonly level: Level;
}

export function Deliveries({ booking: { id, updatedAt }, level }: Given) {
  const words = texts.booking;
  const { data, error, refetch } = useQuery({
    queryKey: ["messages", id, updatedAt],
    queryFn: ({ signal }) => ask((slipway) => loadMessages(slipway, id), signal),
    placeholderData: (before) => before,
  });
  const reload = (): void => void refetch();
  return (
    <Section
      title={words.notified}
      level={level}
      aside={
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<RotateCw size={14} aria-hidden />}
          onClick={reload}
        >
          {texts.access.endpoint.lookAgain}
        </Button>
      }
    >
      <ProblemNote error={error} again={reload} />
      {!data && !error && <Skeleton h={40} />}
      {data?.length === 0 && (
        <Text size="sm" className="soft">
          {words.nobodyNotified}
        </Text>
      )}
      <Stack gap="sm" component="ul" className="plain">
        {data?.map((message) => (
          <Delivery key={message.id} message={message} reload={reload} />
        ))}
      </Stack>
    </Section>
  );
}

function Delivery({ message, reload }: { message: Message; reload: () => void }) {
  const {
    to = bookingTexts().deletedReceiver,
    at,
    status,
    attempts,
    error: refusal,
    again,
  } = message;
  const { endpoint, receivers } = texts.access;
  const failures: Readonly<Record<string, string>> = endpoint.failures;
  const { act, error, isBusy } = useAction();
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <div>
          <Text size="sm" className="notes">
            {to}
          </Text>
          <Text size="xs" className="soft number">
            {timeWords(at, viewerZone, true)} · {counted(attempts, receivers.attemptCount)}
            {refusal !== null && `: ${failures[refusal] ?? refusal}`}
          </Text>
        </div>
        <Group gap="xs" wrap="nowrap" flex="none">
          <Badge variant="light" color={colors[status] ?? "gray"}>
            {endpoint.sent[status]}
          </Badge>
          {again && (
            <Button
              size="compact-sm"
              variant="default"
              loading={isBusy}
              aria-label={fill(texts.parts.actOn, { action: endpoint.again, name: to })}
              onClick={() => void act(again, reload)}
            >
              {endpoint.again}
            </Button>
          )}
        </Group>
      </Group>
      <ProblemNote error={error} />
    </li>
  );
}

/** A change of the booking, in place of what is shown of it: what is typed is not lost without a question. */
import { ActionIcon, Button, Card, Group, Stack, Title } from "@mantine/core";
import ArrowLeft from "lucide-react/icons/arrow-left";
import type { ReactNode } from "react";
import { mayLeave } from "../../../page/unsaved.ts";
import type { Level } from "./panel-given.ts";
import { bookingTexts } from "./texts.ts";

interface Given {
  readonly title: string;
  readonly level: Level;
  readonly close: () => void;
  /** The button that does it. */
  readonly submit: ReactNode;
  readonly children: ReactNode;
}

export function Panel({ title, level, close, submit, children }: Given) {
  const words = bookingTexts();
  const leave = (): void => void (mayLeave() && close());
  return (
    <Card
      component="section"
      aria-label={title}
      withBorder={level === 1}
      padding={level === 1 ? "lg" : 0}
    >
      <Group gap="xs" mb="md" wrap="nowrap">
        <ActionIcon variant="subtle" color="gray" onClick={leave} aria-label={words.back}>
          <ArrowLeft size={18} />
        </ActionIcon>
        <Title order={level === 1 ? 2 : 4} size="h4">
          {title}
        </Title>
      </Group>
      <Stack gap="md">
        {children}
        <Group justify="flex-end" className="panel-end">
          <Button variant="default" onClick={leave}>
            {words.discard}
          </Button>
          {submit}
        </Group>
      </Stack>
    </Card>
  );
}

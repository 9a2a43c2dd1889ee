/** A page of its own with a title and a narrow card: the log-in, and what comes before the frame is seen. */
import { Center, Group, Paper, Stack, Title } from "@mantine/core";
import Sailboat from "lucide-react/icons/sailboat";
import { type ReactNode, useEffect } from "react";
import { texts } from "../../page/texts/texts.ts";

interface Given {
  readonly title: string;
  readonly children: ReactNode;
}

export function LogInCard({ title, children }: Given) {
  useEffect(() => {
    document.title = `${title} · ${texts.app.title}`;
  }, [title]);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="xl" w="min(24rem, 100%)">
        <Stack>
          <Group gap="xs" wrap="nowrap">
            <Sailboat color="var(--mantine-primary-color-filled)" aria-hidden />
            <Title order={1} size="h3">
              {title}
            </Title>
          </Group>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}

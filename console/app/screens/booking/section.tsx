/** A part of the booking with its heading, and the button that changes it. */
import { Card, Group, Title } from "@mantine/core";
import type { ReactNode } from "react";
import type { Level } from "./panel-given.ts";

interface Given {
  readonly title: string;
  readonly level: Level;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, level, aside, children }: Given) {
  return (
    <Card component="section" withBorder padding="lg" aria-label={title}>
      <Group justify="space-between" mb="sm" mih={30}>
        <Title order={level === 1 ? 2 : 4} size="h5">
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Card>
  );
}

/** A part of a page of settings: what it is about, and its controls. */
import { Card, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface Given {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}

export function Section({ title, hint, children }: Given) {
  return (
    <Card withBorder padding="lg" component="section" aria-label={title}>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h5">
            {title}
          </Title>
          {hint && (
            <Text size="sm" className="soft" maw={640}>
              {hint}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Card>
  );
}

/** A figure with its name, what it is compared with, and a mark. */
import { Box, Group, Paper, Text, ThemeIcon } from "@mantine/core";
import type { ReactNode } from "react";

export function Mark({ icon, color }: { readonly icon: ReactNode; readonly color: string }) {
  return (
    <ThemeIcon variant="light" color={color} size={40} radius="md" aria-hidden>
      {icon}
    </ThemeIcon>
  );
}

interface FigureGiven {
  readonly label: string;
  readonly value: ReactNode;
  readonly hint: string;
  readonly aside: ReactNode;
}

export function Figure({ label, value, hint, aside }: FigureGiven) {
  return (
    <Paper withBorder p={{ base: "sm", sm: "md" }} component="section" aria-label={label}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Box miw={0}>
          <Text size="xs" fw={500} className="soft" truncate>
            {label}
          </Text>
          <Text className="figure number">{value}</Text>
          <Text size="xs" className="soft" lineClamp={2}>
            {hint}
          </Text>
        </Box>
        <Box visibleFrom="sm">{aside}</Box>
      </Group>
    </Paper>
  );
}

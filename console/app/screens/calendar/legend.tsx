/** Explains the shades of the days. */
import { Box, Group, Text } from "@mantine/core";
import { calendarTexts } from "./texts.ts";

export function Legend() {
  const words = calendarTexts();
  return (
    <Group gap="md" className="legend" aria-hidden>
      <Group gap={6}>
        <Text size="xs" className="soft">
          {words.legend} 0 %
        </Text>
        {[0, 1, 2, 3, 4, 5].map((shade) => (
          <Box key={shade} className="swatch heat" data-shade={shade} />
        ))}
        <Text size="xs" className="soft">
          100 %
        </Text>
      </Group>
      <Group gap={6}>
        <Box className="swatch heat" data-state="full" />
        <Text size="xs" className="soft">
          {words.legendFull}
        </Text>
      </Group>
      <Group gap={6}>
        <Box className="swatch heat" data-state="closed" />
        <Text size="xs" className="soft">
          {words.legendClosed}
        </Text>
      </Group>
    </Group>
  );
}

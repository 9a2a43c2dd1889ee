/** Steps of a new product at the side; on a telephone a line says which one it is. */
import "@mantine/core/styles/Stepper.css";
import { Box, Grid, Progress, Stack, Stepper, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { fill } from "../../../page/texts/fill.ts";
import { type SetupStep, setupSteps } from "./setup.ts";
import { productWords } from "./texts.ts";

interface Given {
  readonly title: string;
  /** 0 is the name; as many as there are steps: all is done. */
  readonly active: number;
  /** Undefined: there is no product yet, so no other step can be taken. */
  readonly missing: readonly SetupStep[] | undefined;
  readonly choose?: (step: number) => void;
  readonly children: ReactNode;
}

export function SetupFrame({ title, active, missing, choose, children }: Given) {
  const words = productWords();
  const names = [words.step.name, ...setupSteps.map((step) => words.step[step])];
  const number = Math.min(active + 1, names.length);
  return (
    <Stack gap="md">
      <Title order={1} size="h2">
        {title}
      </Title>
      <Box hiddenFrom="md">
        <Text size="sm" className="soft" mb={6}>
          {fill(words.stepOf, { number, all: names.length, name: names[number - 1] ?? "" })}
        </Text>
        <Progress value={(100 * active) / names.length} aria-hidden />
      </Box>
      <Grid gap="lg">
        <Grid.Col span={3} visibleFrom="md">
          <Stepper
            active={active}
            orientation="vertical"
            size="sm"
            {...(choose && { onStepClick: (step: number) => step > 0 && choose(step) })}
          >
            {names.map((name, index) => {
              const step = setupSteps[index - 1];
              const isDone = step ? missing?.includes(step) === false : missing !== undefined;
              return (
                <Stepper.Step
                  key={name}
                  label={name}
                  description={isDone ? words.stepDone : words.stepOpen}
                  allowStepSelect={missing !== undefined && index > 0}
                  color={isDone ? "teal.8" : undefined}
                />
              );
            })}
          </Stepper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 9 }}>{children}</Grid.Col>
      </Grid>
    </Stack>
  );
}

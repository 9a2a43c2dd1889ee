/** A tenant without a supplier can sell nothing: here it gets its first. */
import { Button, Card, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { viewerZone } from "../../page/parts/time-words.ts";
import { ask, may } from "../../page/session.ts";
import { ProblemNote } from "../parts/problem-note.tsx";
import { frameWords } from "./texts.ts";

export function FirstSupplier() {
  const words = frameWords();
  return (
    <Card withBorder padding="lg" maw={520}>
      <Stack>
        <Title order={1} size="h3">
          {words.noSupplier}
        </Title>
        <Text size="sm" className="soft">
          {words.noSupplierHint}
        </Text>
        {may("suppliers:write") && <Form />}
      </Stack>
    </Card>
  );
}

function Form() {
  const words = frameWords();
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [timezone, setTimezone] = useState(viewerZone);
  const make = useMutation({
    mutationFn: () => ask(({ suppliers }) => suppliers.create({ name, timezone })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["suppliers"] }),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <Stack>
        <TextInput
          label={words.supplierName}
          required
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Select
          label={words.zone}
          searchable
          allowDeselect={false}
          data={Intl.supportedValuesOf("timeZone")}
          limit={100}
          value={timezone}
          onChange={(zone) => setTimezone(zone ?? viewerZone)}
        />
        <ProblemNote error={make.error} />
        <Button type="submit" loading={make.isPending}>
          {words.addSupplier}
        </Button>
      </Stack>
    </form>
  );
}

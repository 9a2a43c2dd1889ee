/** A chart with its title and figure. Its values are a table, too: for readers of the screen always, for others on request. */
import { ActionIcon, Card, Group, ScrollArea, Table, Text, Title } from "@mantine/core";
import ChartColumn from "lucide-react/icons/chart-column";
import Rows from "lucide-react/icons/table-2";
import { type ReactNode, useState } from "react";
import { fill } from "../../../page/texts/fill.ts";
import { insightsTexts } from "./texts.ts";

interface Given {
  readonly title: string;
  readonly figure?: string;
  readonly hint?: string;
  /** The first column has the name of the row. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly children: ReactNode;
}

export function Panel({ title, figure, hint, head, rows, children }: Given) {
  const words = insightsTexts();
  const [isTable, setTable] = useState(false);
  const name = fill(isTable ? words.asChart : words.asTable, { title });
  return (
    <Card withBorder padding="lg" component="section" aria-label={title} h="100%">
      <Group justify="space-between" wrap="nowrap" mb="md" align="flex-start">
        <div>
          <Title order={2} size="h5">
            {title}
          </Title>
          {hint && (
            <Text size="xs" className="soft">
              {hint}
            </Text>
          )}
        </div>
        <Group gap="xs" wrap="nowrap" mt={-4}>
          {figure && (
            <Text fw={650} className="number" style={{ whiteSpace: "nowrap" }}>
              {figure}
            </Text>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={name}
            title={name}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? <ChartColumn size={16} /> : <Rows size={16} />}
          </ActionIcon>
        </Group>
      </Group>
      {isTable ? (
        <ScrollArea.Autosize mah={320} type="auto" viewportProps={{ tabIndex: 0 }}>
          <Values title={title} head={head} rows={rows} />
        </ScrollArea.Autosize>
      ) : (
        <>
          <div className="unseen">
            <Values title={title} head={head} rows={rows} />
          </div>
          <div aria-hidden>{children}</div>
        </>
      )}
    </Card>
  );
}

function Values({ title, head, rows }: Pick<Given, "title" | "head" | "rows">) {
  return (
    <Table aria-label={title} stickyHeader verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          {head.map((each, at) => (
            <Table.Th key={each} scope="col" className={at === 0 ? undefined : "end"}>
              {each}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([name = "", ...values]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={500}>
              {name}
            </Table.Th>
            {values.map((value, at) => (
              <Table.Td key={head[at + 1]} className="number end">
                {value}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

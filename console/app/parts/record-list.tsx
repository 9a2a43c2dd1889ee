/** A list of records: title and main action above, a menu in each row, and what to say where there is none. */
import "./records.css";
import { Box, Card, Group, Skeleton, Stack, Table, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { ProblemNote } from "./problem-note.tsx";
import { partWords } from "./texts.ts";

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
}

/** Texts of a list, also for where it has nothing. */
export interface ListTexts<Row> {
  readonly title: string;
  readonly keyOf: (row: Row) => string;
  readonly empty: string;
  readonly emptyHint?: string;
}

interface TableGiven<Row> extends Pick<ListTexts<Row>, "title" | "keyOf"> {
  readonly rows: readonly Row[];
  /** The first one names the record. */
  readonly columns: readonly Column<Row>[];
  /** The row's menu; undefined or false: the user may do nothing. */
  readonly menu?: ((row: Row) => ReactNode) | false | undefined;
}

interface Given<Row> extends ListTexts<Row>, Omit<TableGiven<Row>, "rows"> {
  /** Undefined: they are being loaded. */
  readonly rows: readonly Row[] | undefined;
  readonly error?: unknown;
  readonly again?: () => void;
  /** The button that helps where there is nothing. */
  readonly help?: ReactNode;
  /** Below the last row, such as the button for older ones. */
  readonly foot?: ReactNode;
}

export function RecordList<Row>(given: Given<Row>) {
  const { rows, error, again, empty, emptyHint, help, foot } = given;
  return (
    <Stack gap="sm">
      <ProblemNote error={error} {...(again ? { again } : {})} />
      {!rows && !error && <Waiting />}
      {rows && (
        <Card withBorder padding={0}>
          {rows.length === 0 ? (
            <Stack align="center" gap={6} py="xl" px="md" ta="center">
              <Text fw={600}>{empty}</Text>
              {emptyHint && (
                <Text size="sm" className="soft" maw={440}>
                  {emptyHint}
                </Text>
              )}
              {help && <Box mt="xs">{help}</Box>}
            </Stack>
          ) : (
            <RecordTable {...given} rows={rows} />
          )}
          {foot}
        </Card>
      )}
    </Stack>
  );
}

/** The table alone, for a card that has more. */
export function RecordTable<Row>({ title, rows, keyOf, columns, menu }: TableGiven<Row>) {
  const [first, ...others] = columns;
  const alignOf = ({ isNumber }: Column<Row>) => (isNumber ? "number end" : undefined);
  return (
    <Box className="records-box">
      <Table
        aria-label={title}
        className="records"
        highlightOnHover
        stickyHeader
        stickyHeaderOffset={60}
        verticalSpacing="xs"
        horizontalSpacing="md"
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.title} scope="col" className={alignOf(column)}>
                {column.title}
              </Table.Th>
            ))}
            {menu && (
              <Table.Th scope="col" className="act">
                <span className="unseen">{partWords().actionsColumn}</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)}>
              <Table.Th scope="row" fw={500}>
                {first?.cell(row)}
              </Table.Th>
              {others.map((column) => (
                <Table.Td key={column.title} className={alignOf(column)} data-title={column.title}>
                  {column.cell(row)}
                </Table.Td>
              ))}
              {menu && <Table.Td className="act">{menu(row)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

function Waiting() {
  return (
    <Card withBorder aria-hidden>
      <Stack gap="xs">
        {[1, 2, 3, 4].map((each) => (
          <Skeleton key={each} h={40} />
        ))}
      </Stack>
    </Card>
  );
}

interface HeadGiven {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly order?: 1 | 2;
  readonly children?: ReactNode;
}

/** The title of a page or a section, with its main action. */
export function Head({ title, hint, order = 1, children }: HeadGiven) {
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <Box flex="1 1 16rem" miw={0}>
        <Title order={order} size={order === 1 ? "h2" : "h4"} className="break">
          {title}
        </Title>
        {hint && (
          <Text size="sm" className="soft" maw={720}>
            {hint}
          </Text>
        )}
      </Box>
      {children && <Group gap="xs">{children}</Group>}
    </Group>
  );
}

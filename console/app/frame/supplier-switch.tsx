/** Whose work is shown, and the choice of another supplier. */
import { Avatar, Box, Group, Menu, Text, UnstyledButton } from "@mantine/core";
import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import { may } from "../../page/session.ts";
import { initialsOf } from "../parts/initials.ts";
import type { useSuppliers } from "../supplier.ts";
import { frameWords } from "./texts.ts";

type Given = Pick<ReturnType<typeof useSuppliers>, "supplier" | "suppliers" | "choose">;

export function SupplierSwitch({ supplier, suppliers, choose }: Given) {
  // Its place is kept, so that the menu below does not move.
  if (!suppliers && may("suppliers:read")) return <Box h={60} flex="none" />;
  if (!supplier || !suppliers) return null;
  const { name, timezone } = supplier;
  if (suppliers.length === 1)
    return (
      <Box p="xs">
        <Shown name={name} timezone={timezone} />
      </Box>
    );
  return (
    <Menu width="target" position="bottom-start">
      <Menu.Target>
        <UnstyledButton p="xs" className="row">
          <Shown name={name} timezone={timezone} hasOthers />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{frameWords().suppliers}</Menu.Label>
        {suppliers.map((each) => (
          <Menu.Item key={each.id} onClick={() => choose(each.id)}>
            {each.name}
            <Text size="xs" className="soft">
              {each.timezone}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ShownGiven {
  readonly name: string;
  readonly timezone: string;
  readonly hasOthers?: boolean;
}

function Shown({ name, timezone, hasOthers = false }: ShownGiven) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar color="tide" variant="filled" radius="md" size={36} aria-hidden>
        {initialsOf(name)}
      </Avatar>
      <Box flex={1} miw={0}>
        <Text size="sm" fw={650} truncate>
          {name}
        </Text>
        <Text size="xs" className="soft" truncate>
          {timezone}
        </Text>
      </Box>
      {hasOthers && <ChevronsUpDown size={16} aria-hidden />}
    </Group>
  );
}

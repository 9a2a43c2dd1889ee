/** Chooses what a user or a key may do: by a role, or one by one. Nobody can give more than they have. */
import {
  Button,
  Card,
  Checkbox,
  Collapse,
  Group,
  Radio,
  SimpleGrid,
  Stack,
  Text,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import {
  type Role,
  roleOf,
  roles,
  scopeWords,
  singleScopes,
  singlesOf,
  withScope,
} from "../../../page/screens/access/scopes.ts";
import { may } from "../../../page/session.ts";
import { texts } from "../../../page/texts/texts.ts";
import { settingsTexts } from "./texts.ts";

interface Given {
  readonly scopes: readonly string[];
  readonly choose: (scopes: string[]) => void;
}

export function ScopeChoice({ scopes, choose }: Given) {
  const words = texts.access;
  const role = roleOf(scopes);
  const [isOpen, { toggle }] = useDisclosure(role === undefined);
  const given = (Object.keys(roles) as Role[]).filter((each) =>
    roles[each].every((one) => mayGive(one)),
  );
  return (
    <Stack gap="xs">
      <Radio.Group
        label={words.role}
        value={role ?? ""}
        onChange={(id) => id in roles && choose([...roles[id as Role]])}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
          {given.map((id) => (
            <RoleCard key={id} id={id} />
          ))}
        </SimpleGrid>
      </Radio.Group>
      {role === undefined && (
        <Text size="xs" className="soft">
          {words.noRole}
        </Text>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={toggle}
        aria-expanded={isOpen}
        rightSection={isOpen ? <ChevronUp size={14} /> : <ChevronDown size={14} />}
        style={{ alignSelf: "flex-start" }}
      >
        {words.single}
      </Button>
      <Collapse expanded={isOpen} transitionDuration={0}>
        {isOpen && <Singles scopes={scopes} choose={choose} />}
      </Collapse>
    </Stack>
  );
}

/** "Seller: bookings" has its name before the colon, and what it may do behind it. */
function RoleCard({ id }: { readonly id: Role }) {
  const [name, hint] = texts.access.roles[id].split(": ");
  return (
    <Radio.Card value={id} p="sm" radius="md" aria-label={texts.access.roles[id]}>
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <Radio.Indicator mt={2} />
        <div>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Text size="xs" className="soft">
            {hint}
          </Text>
        </div>
      </Group>
    </Radio.Card>
  );
}

function Singles({ scopes, choose }: Given) {
  const held = singlesOf(scopes);
  return (
    <Card withBorder padding="sm">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {singleScopes.map(({ scope }) => (
          <Checkbox
            key={scope}
            size="xs"
            label={inWords([scope]).join()}
            checked={held.includes(scope)}
            disabled={!may(scope)}
            onChange={({ currentTarget }) =>
              choose(withScope(scopes, scope, currentTarget.checked))
            }
          />
        ))}
      </SimpleGrid>
    </Card>
  );
}

/** `<area>:*` is given by who may do each thing of the area. */
function mayGive(scope: string): boolean {
  return scope === "*" ? may("*") : singlesOf([scope]).every(may);
}

export function roleWords(scopes: readonly string[]): string {
  const role = roleOf(scopes);
  return role ? texts.access.roles[role] : inWords(scopes).join("; ");
}

/** In the words of the menu. */
function inWords(scopes: readonly string[]): string[] {
  const { areas } = settingsTexts();
  return scopeWords(scopes, { ...texts.access, areas: { ...texts.access.areas, ...areas } });
}

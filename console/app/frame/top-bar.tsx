/** The top of each page: the search, and a new booking. */
import {
  ActionIcon,
  AppShell,
  Burger,
  Button,
  Group,
  Kbd,
  Text,
  UnstyledButton,
} from "@mantine/core";
import { spotlight } from "@mantine/spotlight";
import Plus from "lucide-react/icons/plus";
import Search from "lucide-react/icons/search";
import { Link } from "wouter";
import { may } from "../../page/session.ts";
import { frameWords } from "./texts.ts";

interface Given {
  readonly isOpen: boolean;
  readonly toggleMenu: () => void;
}

export function TopBar({ isOpen, toggleMenu }: Given) {
  const words = frameWords();
  return (
    <AppShell.Header px={{ base: "sm", sm: "lg" }}>
      <Group h="100%" wrap="nowrap">
        <Burger
          opened={isOpen}
          onClick={toggleMenu}
          hiddenFrom="md"
          size="sm"
          aria-label={words.menu}
        />
        <UnstyledButton className="search" onClick={spotlight.open}>
          <Search size={16} aria-hidden />
          <Text size="sm" className="soft" truncate>
            {words.searchHint}
          </Text>
          <Kbd size="xs" ml="auto" visibleFrom="sm" aria-hidden>
            /
          </Kbd>
        </UnstyledButton>
        {may("bookings:write") && <NewBooking label={words.newBooking} />}
      </Group>
    </AppShell.Header>
  );
}

/** Not the primary colour: a page has a main action of its own. */
function NewBooking({ label }: { readonly label: string }) {
  return (
    <>
      <Button
        ml="auto"
        component={Link}
        href="/new"
        variant="light"
        leftSection={<Plus size={16} aria-hidden />}
        visibleFrom="xs"
        flex="none"
      >
        {label}
      </Button>
      <ActionIcon
        component={Link}
        href="/new"
        variant="light"
        size="lg"
        hiddenFrom="xs"
        aria-label={label}
      >
        <Plus size={18} />
      </ActionIcon>
    </>
  );
}

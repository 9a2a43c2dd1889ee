/** The menu in the order of a day, with the supplier above and the user below. */
import { AppShell, Box, Burger, Group, NavLink, ScrollArea, Text } from "@mantine/core";
import { Link, useLocation } from "wouter";
import { missingOf } from "../../page/session.ts";
import { currentLanguage } from "../../page/texts/texts.ts";
import type { Page } from "../page.ts";
import { linkOf, pages } from "../pages.ts";
import { SupplierSwitch } from "./supplier-switch.tsx";
import type { useSuppliers } from "../supplier.ts";
import { frameWords } from "./texts.ts";
import { UserMenu } from "./user-menu.tsx";

interface Given {
  readonly chosen: ReturnType<typeof useSuppliers>;
  readonly close: () => void;
}

export function Sidebar({ chosen, close }: Given) {
  const words = frameWords();
  const shown = pages.filter(({ scopes }) => missingOf(scopes).length === 0);
  const groups = Map.groupBy(shown, ({ group }) => group);
  return (
    <AppShell.Navbar p="sm">
      <Group justify="space-between" hiddenFrom="md" mb="xs">
        <Text fw={650}>{words.menu}</Text>
        <Burger opened onClick={close} size="sm" aria-label={words.closeMenu} />
      </Group>
      <SupplierSwitch {...chosen} />
      <AppShell.Section grow component={ScrollArea} mt="sm">
        {(["today", "sales", "sold", "settings"] as const).map((group) => (
          <Links key={group} title={words.groups[group]} of={groups.get(group)} close={close} />
        ))}
      </AppShell.Section>
      <Box className="user">
        <UserMenu />
      </Box>
    </AppShell.Navbar>
  );
}

interface LinksGiven extends Pick<Given, "close"> {
  readonly title: string;
  readonly of: readonly Page[] | undefined;
}

function Links({ title, of: own, close }: LinksGiven) {
  const [path] = useLocation();
  if (!own) return null;
  return (
    <Box component="nav" aria-label={title} mb="sm">
      <Text size="xs" fw={600} className="soft" px="sm" py={4} aria-hidden>
        {title}
      </Text>
      {own.map((page) => {
        const href = linkOf(page);
        const isCurrent = path === href || path.startsWith(`${href}/`);
        return (
          <NavLink
            key={href}
            component={Link}
            href={href}
            label={page.title[currentLanguage.value]}
            leftSection={page.Icon && <page.Icon size={18} strokeWidth={1.6} aria-hidden />}
            rightSection={page.Count && <page.Count />}
            active={isCurrent}
            aria-current={isCurrent ? "page" : undefined}
            // The window may be lower than the menu.
            ref={isCurrent ? showLink : undefined}
            onClick={close}
            variant="light"
            fw={500}
          />
        );
      })}
    </Box>
  );
}

function showLink(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: "nearest" });
}

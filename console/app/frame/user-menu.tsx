/** The user: how the console looks, its language and keys, and the way out. */
import { Avatar, Group, Menu, Text, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import LogOut from "lucide-react/icons/log-out";
import { logOut, me } from "../../page/session.ts";
import { chooseLanguage, currentLanguage, languages, texts } from "../../page/texts/texts.ts";
import { wouldLeave } from "../../page/unsaved.ts";
import { areKeysOn, switchKeys } from "../../page/use-keys.ts";
import { showProblem } from "../parts/show-problem.tsx";
import { frameWords } from "./texts.ts";

export function UserMenu() {
  const words = frameWords();
  const { name = "" } = me.value?.user ?? {};
  return (
    <Menu width="target" position="top-start" closeOnItemClick={false}>
      <Menu.Target>
        <UnstyledButton p="xs" className="row">
          <Group gap="sm" wrap="nowrap">
            <Avatar size={28} name={name} color="initials" aria-hidden />
            <Text size="sm" fw={500} truncate>
              <span className="unseen">{words.user} </span>
              {name}
            </Text>
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Looks />
        <Languages />
        <Menu.Divider />
        <Menu.CheckboxItem checked={areKeysOn.value} onChange={switchKeys}>
          {words.shortcuts}
        </Menu.CheckboxItem>
        <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={() => void leave()}>
          {words.logOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

async function leave(): Promise<void> {
  if (!wouldLeave()) return;
  try {
    await logOut();
  } catch (error) {
    showProblem(error);
  }
}

function Looks() {
  const words = frameWords();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const looks = { light: words.light, dark: words.dark, auto: words.system };
  return (
    <Menu.RadioGroup
      value={colorScheme}
      onChange={(look) => setColorScheme(look as keyof typeof looks)}
    >
      <Menu.Label>{words.look}</Menu.Label>
      {Object.entries(looks).map(([look, label]) => (
        <Menu.RadioItem key={look} value={look}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

function Languages() {
  return (
    <Menu.RadioGroup
      value={currentLanguage.value}
      onChange={(tag) => void chooseLanguage(tag).catch(showProblem)}
    >
      <Menu.Label>{texts.app.language}</Menu.Label>
      {Object.entries(languages).map(([tag, { name }]) => (
        <Menu.RadioItem key={tag} value={tag} lang={tag}>
          {name}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

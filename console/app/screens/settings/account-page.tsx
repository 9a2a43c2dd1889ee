/** The user's own: look, language, keys, password, second factor, log-ins. */
import {
  Avatar,
  Badge,
  Button,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  useMantineColorScheme,
} from "@mantine/core";
import type { Session } from "@slipway/client";
import { useQuery } from "@tanstack/react-query";
import { timeWords, viewerZone } from "../../../page/parts/time-words.ts";
import { ask, me } from "../../../page/session.ts";
import { chooseLanguage, currentLanguage, languages, texts } from "../../../page/texts/texts.ts";
import { areKeysOn, switchKeys } from "../../../page/use-keys.ts";
import { root } from "../../address.ts";
import { PasswordForm } from "../../parts/password-form.tsx";
import { showProblem } from "../../parts/show-problem.tsx";
import { Head, RecordList } from "../../parts/record-list.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Section } from "./section.tsx";
import { settingsTexts } from "./texts.ts";
import { useConfirm } from "./use-confirm.tsx";
import { When } from "./when.tsx";

export function AccountPage() {
  const { name = "", email = "" } = me.value?.user ?? {};
  return (
    <Stack gap="lg" maw={960}>
      <Group wrap="nowrap">
        <Avatar name={name} color="initials" size={48} aria-hidden />
        <Head title={name || settingsTexts().account.title} hint={email} />
      </Group>
      <Looks />
      <Password />
      <SecondFactor />
      <Sessions />
    </Stack>
  );
}

function Looks() {
  const { account: words } = settingsTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title={words.looks}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label={texts.app.language}
          allowDeselect={false}
          data={Object.entries(languages).map(([value, { name }]) => ({ value, label: name }))}
          value={currentLanguage.value}
          onChange={(tag) => tag && void chooseLanguage(tag).catch(showProblem)}
        />
        <Select
          label={words.look}
          allowDeselect={false}
          value={colorScheme}
          onChange={(look) => look && setColorScheme(look)}
          data={[
            { value: "light", label: words.light },
            { value: "dark", label: words.dark },
            { value: "auto", label: words.system },
          ]}
        />
      </SimpleGrid>
      <Switch
        label={words.shortcuts}
        description={words.shortcutsHint}
        classNames={{ description: "soft" }}
        checked={areKeysOn.value}
        onChange={({ currentTarget }) => switchKeys(currentTarget.checked)}
      />
    </Section>
  );
}

function Password() {
  const { sessions } = texts.access;
  return (
    <Section title={sessions.password} hint={sessions.passwordHint}>
      <PasswordForm
        asksCurrent
        isPart
        submit={sessions.change}
        send={(given) => ask(({ users }) => users.setOwnPassword(given))}
        // All sessions of the user have ended.
        done={() => location.assign(root)}
      />
    </Section>
  );
}

function Sessions() {
  const { account: words } = settingsTexts();
  const { sessions, keys } = texts.access;
  const { confirm, dialog } = useConfirm();
  const { data, error, refetch } = useQuery({
    queryKey: ["sessions"],
    queryFn: ({ signal }) => ask(({ users }) => users.listOwnSessions(), signal),
  });
  const nameOf = ({ createdAt }: Session): string =>
    `${sessions.logIn}, ${timeWords(createdAt, viewerZone, true)}`;
  const end = (session: Session) => (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`${sessions.end}: ${nameOf(session)}`}
      onClick={() =>
        confirm({
          title: words.endTitle,
          hint: session.current ? sessions.endThis : sessions.endHint,
          action: sessions.end,
          isDanger: true,
          act: async ({ users }) => {
            await users.deleteOwnSession(session.id);
            if (session.current) location.assign(root);
          },
          said: words.ended,
          done: () => void refetch(),
        })
      }
    >
      {sessions.end}
    </Button>
  );
  return (
    <Section title={words.sessions}>
      <RecordList
        title={sessions.sessions}
        rows={data}
        error={error}
        again={() => void refetch()}
        keyOf={({ id }) => id}
        empty={texts.list.empty}
        columns={[
          {
            title: sessions.sessions,
            cell: ({ current }) =>
              current ? (
                <Badge variant="light" color="green">
                  {words.thisOne}
                </Badge>
              ) : (
                words.other
              ),
          },
          { title: sessions.began, cell: ({ createdAt }) => <When at={createdAt} /> },
          { title: keys.lastUse, cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
        ]}
        menu={end}
      />
      {dialog}
    </Section>
  );
}

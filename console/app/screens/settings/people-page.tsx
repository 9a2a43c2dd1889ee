/** People who may log in, and what each may do. */
import { Avatar, Badge, Button, Group, Menu, Stack, Text, TextInput } from "@mantine/core";
import Link2 from "lucide-react/icons/link-2";
import Pencil from "lucide-react/icons/pencil";
import ShieldOff from "lucide-react/icons/shield-off";
import UserCheck from "lucide-react/icons/user-check";
import UserPlus from "lucide-react/icons/user-plus";
import UserX from "lucide-react/icons/user-x";
import type { TenantUser } from "@slipway/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { timeWords, viewerZone } from "../../../page/parts/time-words.ts";
import { ask, may, me } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { PersonForm } from "./person-form.tsx";
import { Head, RecordList } from "../../parts/record-list.tsx";
import { RowMenu } from "../../parts/row-menu.tsx";
import { roleWords } from "./scope-choice.tsx";
import { type Secret, ShowOnce } from "./show-once.tsx";
import { settingsTexts } from "./texts.ts";
import { useConfirm } from "./use-confirm.tsx";

/** The open form: for a new person, or for this user. */
interface Opened {
  readonly user?: TenantUser;
  readonly isInvitation: boolean;
}

/** From so many on there is a field to find one. */
const searchedFrom = 8;

export function PeoplePage() {
  const { people: words } = settingsTexts();
  const old = texts.access.users;
  const [opened, open] = useState<Opened>();
  const [link, show] = useState<Secret>();
  const [search, setSearch] = useState("");
  const { data, error, refetch } = useQuery({
    queryKey: ["users"],
    queryFn: ({ signal }) => ask((slipway) => slipway.users.list(), signal),
  });
  const again = (): void => void refetch();
  // The link leads to the page that sets the first password.
  const invited = (token: string): void =>
    show({
      title: old.linkTitle,
      label: old.link,
      hint: old.linkHint,
      text: `${location.origin}/console/setup#${token}`,
    });
  const typed = search.trim().toLowerCase();
  const rows = data?.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(typed));
  return (
    <Stack gap="md">
      <Head title={words.title} hint={words.hint}>
        {data !== undefined && data.length >= searchedFrom && (
          <TextInput
            aria-label={words.search}
            placeholder={words.search}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        )}
        {may("users:write") && (
          <Button leftSection={<UserPlus size={16} />} onClick={() => open({ isInvitation: true })}>
            {words.invite}
          </Button>
        )}
      </Head>
      <People rows={rows} error={error} again={again} open={open} />
      {opened && (
        <PersonForm
          {...opened}
          close={() => open(undefined)}
          done={(token) => {
            again();
            if (token !== undefined) invited(token);
          }}
        />
      )}
      <ShowOnce secret={link} close={() => show(undefined)} />
    </Stack>
  );
}

interface PeopleGiven {
  readonly rows: readonly TenantUser[] | undefined;
  readonly error: unknown;
  readonly again: () => void;
  readonly open: (opened: Opened) => void;
}

function People({ rows, error, again, open }: PeopleGiven) {
  const { people: words, ...all } = settingsTexts();
  const { confirm, dialog } = useConfirm();
  const menu = (user: TenantUser) => (
    <PersonMenu user={user} open={open} confirm={confirm} again={again} />
  );
  return (
    <>
      <RecordList
        title={words.title}
        rows={rows}
        error={error}
        again={again}
        keyOf={({ id }) => id}
        empty={texts.list.empty}
        menu={may("users:write") && menu}
        columns={[
          { title: all.name, cell: (user) => <Name user={user} /> },
          { title: texts.access.role, cell: ({ scopes }) => roleWords(scopes) },
          { title: all.state, cell: (user) => <State user={user} /> },
          {
            title: words.secondFactor,
            cell: ({ secondFactorAt }) =>
              secondFactorAt === null ? (
                <span className="soft">{all.no}</span>
              ) : (
                <Badge variant="light" color="green">
                  {all.yes}
                </Badge>
              ),
          },
        ]}
      />
      {dialog}
    </>
  );
}

function Name({ user: { id, name, email } }: { readonly user: TenantUser }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={name} color="initials" size={32} aria-hidden />
      <div>
        <Text size="sm" fw={600}>
          {name}{" "}
          {me.value?.user?.id === id && (
            <Text span size="xs" className="soft">
              ({settingsTexts().people.you})
            </Text>
          )}
        </Text>
        <Text size="xs" className="soft break">
          {email}
        </Text>
      </div>
    </Group>
  );
}

function State({
  user: { disabledAt, passwordChangedAt, setupExpiresAt },
}: {
  readonly user: TenantUser;
}) {
  const { states, until } = settingsTexts().people;
  if (disabledAt !== null)
    return (
      <Badge variant="light" color="red">
        {states.disabled}
      </Badge>
    );
  if (passwordChangedAt !== null)
    return (
      <Badge variant="light" color="green">
        {states.active}
      </Badge>
    );
  // By this computer's clock: the server decides when the link is used.
  const isOver = setupExpiresAt === null || Date.parse(setupExpiresAt) < Date.now();
  return (
    <Group gap={6}>
      <Badge variant="light" color={isOver ? "gray" : "orange"}>
        {isOver ? states.over : states.invited}
      </Badge>
      {!isOver && (
        <Text size="xs" className="soft">
          {fill(until, { time: timeWords(setupExpiresAt, viewerZone, true) })}
        </Text>
      )}
    </Group>
  );
}

interface MenuGiven extends Pick<PeopleGiven, "again" | "open"> {
  readonly user: TenantUser;
  readonly confirm: ReturnType<typeof useConfirm>["confirm"];
}

function PersonMenu({ user, open, confirm, again }: MenuGiven) {
  const { people: words } = settingsTexts();
  const old = texts.access.users;
  const { id, name, disabledAt, passwordChangedAt, secondFactorAt } = user;
  const isDisabled = disabledAt !== null;
  const turn = isDisabled
    ? { title: words.enableTitle, hint: old.enableHint, action: old.enable, said: words.enabled }
    : {
        title: words.disableTitle,
        hint: old.disableHint,
        action: old.disable,
        said: words.disabled,
      };
  return (
    <RowMenu name={name}>
      <Menu.Item
        leftSection={<Pencil size={16} aria-hidden />}
        onClick={() => open({ user, isInvitation: false })}
      >
        {old.change}
      </Menu.Item>
      {passwordChangedAt === null && !isDisabled && (
        <Menu.Item
          leftSection={<Link2 size={16} aria-hidden />}
          onClick={() => open({ user, isInvitation: true })}
        >
          {old.newLink}
        </Menu.Item>
      )}
      {secondFactorAt !== null && me.value?.user?.id !== id && (
        <Menu.Item
          leftSection={<ShieldOff size={16} aria-hidden />}
          onClick={() =>
            confirm({
              title: fill(words.resetTitle, { name }),
              hint: words.resetHint,
              action: words.resetFactor,
              isDanger: true,
              act: ({ users }) => users.update(id, { secondFactor: false }),
              said: fill(words.reset, { name }),
              done: again,
            })
          }
        >
          {words.resetFactor}
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item
        className={isDisabled ? "" : "danger"}
        leftSection={
          isDisabled ? <UserCheck size={16} aria-hidden /> : <UserX size={16} aria-hidden />
        }
        onClick={() =>
          confirm({
            title: fill(turn.title, { name }),
            hint: turn.hint,
            action: turn.action,
            isDanger: !isDisabled,
            act: ({ users }) => users.update(id, { disabled: !isDisabled }),
            said: fill(turn.said, { name }),
            done: again,
          })
        }
      >
        {turn.action}
      </Menu.Item>
    </RowMenu>
  );
}

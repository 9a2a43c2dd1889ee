/** Keys by which programs reach the API: all of them, or those of a channel. */
import "@mantine/core/styles/Code.css";
import { Button, Checkbox, Code, Menu, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import Ban from "lucide-react/icons/ban";
import Plus from "lucide-react/icons/plus";
import type { ApiKey, ChannelConnection, IssuedApiKey } from "@slipway/client";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { sellerScopes } from "../../../page/screens/access/scopes.ts";
import { ask, may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { FormModal } from "./form-modal.tsx";
import { Head, RecordList } from "../../parts/record-list.tsx";
import { RowMenu } from "../../parts/row-menu.tsx";
import { ScopeChoice, roleWords } from "./scope-choice.tsx";
import { type Secret, ShowOnce } from "./show-once.tsx";
import { SupplierSelect, useSupplierList } from "./supplier-select.tsx";
import { settingsTexts } from "./texts.ts";
import { useConfirm } from "./use-confirm.tsx";
import { When } from "./when.tsx";

interface Given {
  readonly channel?: ChannelConnection;
}

export function Keys({ channel }: Given) {
  const { keys: words, channels } = settingsTexts();
  const { keys: old, channels: oldChannels } = texts.access;
  const [isNew, { open, close }] = useDisclosure();
  const [secret, show] = useState<Secret>();
  const { data, error, refetch } = useQuery({
    queryKey: ["keys"],
    queryFn: ({ signal }) => ask(({ apiKeys }) => apiKeys.list(), signal),
  });
  const rows = data?.filter((key) => !channel || key.channelConnectionId === channel.id);
  const again = (): void => void refetch();
  const issued = ({ key }: IssuedApiKey): void => {
    show({ title: old.shownTitle, label: old.key, hint: old.shownHint, text: key });
    again();
  };
  const add = may("api-keys:write") && (
    <Button
      leftSection={<Plus size={16} />}
      variant={channel ? "default" : "filled"}
      onClick={open}
    >
      {old.new}
    </Button>
  );
  return (
    <Stack gap={channel ? "sm" : "md"}>
      <Head
        title={channel ? oldChannels.keys : words.title}
        hint={channel ? undefined : words.hint}
        order={channel ? 2 : 1}
      >
        {rows !== undefined && rows.length > 0 && add}
      </Head>
      <KeyList
        title={channel ? oldChannels.keys : words.title}
        rows={rows}
        error={error}
        again={again}
        empty={channel ? channels.noKey : words.empty}
        emptyHint={channel ? channels.noKeyHint : words.emptyHint}
        help={add}
      />
      {isNew &&
        (channel ? (
          <NewChannelKey channel={channel} close={close} done={issued} />
        ) : (
          <NewKey close={close} done={issued} />
        ))}
      <ShowOnce secret={secret} close={() => show(undefined)} />
    </Stack>
  );
}

interface ListGiven {
  readonly title: string;
  readonly rows: readonly ApiKey[] | undefined;
  readonly error: unknown;
  readonly again: () => void;
  readonly empty: string;
  readonly emptyHint: string;
  readonly help: ReactNode;
}

function KeyList(given: ListGiven) {
  const words = settingsTexts();
  const { keys: old, scopes } = texts.access;
  const { confirm, dialog } = useConfirm();
  const menu = ({ id, name }: ApiKey) => (
    <RowMenu name={name}>
      <Menu.Item
        className="danger"
        leftSection={<Ban size={16} aria-hidden />}
        onClick={() =>
          confirm({
            title: fill(words.keys.revokeTitle, { name }),
            hint: old.revokeHint,
            action: old.revoke,
            isDanger: true,
            act: ({ apiKeys }) => apiKeys.delete(id),
            said: fill(words.keys.revoked, { name }),
            done: given.again,
          })
        }
      >
        {old.revoke}
      </Menu.Item>
    </RowMenu>
  );
  return (
    <>
      <RecordList
        {...given}
        keyOf={({ id }) => id}
        menu={may("api-keys:write") && menu}
        columns={[
          { title: words.name, cell: ({ name }) => name },
          { title: old.prefix, cell: ({ prefix }) => <Code>{prefix}…</Code> },
          { title: scopes, cell: (key) => <MayDo apiKey={key} /> },
          {
            title: old.lastUse,
            cell: ({ lastUsedAt }) => <When at={lastUsedAt} none={old.neverUsed} />,
          },
          { title: words.keys.issuedBy, cell: ({ createdAt }) => <When at={createdAt} /> },
        ]}
      />
      {dialog}
    </>
  );
}

/** With what the key is held to. */
function MayDo({ apiKey }: { readonly apiKey: ApiKey }) {
  const { keys: words } = settingsTexts();
  const suppliers = useSupplierList();
  const { scopes, restrictions, channelConnectionId, supplierId } = apiKey;
  const nameOf = (id: string): string => suppliers.find((each) => each.id === id)?.name ?? id;
  const only = supplierId ?? restrictions.supplierId;
  const held = [
    ...(only === null ? [] : [fill(words.supplierOnly, { name: nameOf(only) })]),
    ...(channelConnectionId !== null || restrictions.overrides ? [] : [words.noOverrides]),
  ];
  return (
    <div>
      <Text size="sm">
        {channelConnectionId === null ? roleWords(scopes) : texts.access.keys.ofChannel}
      </Text>
      {held.length > 0 && (
        <Text size="xs" className="soft">
          {held.join(" · ")}
        </Text>
      )}
    </div>
  );
}

interface NewGiven {
  readonly close: () => void;
  readonly done: (issued: IssuedApiKey) => void;
}

function NewKey({ close, done }: NewGiven) {
  const { keys: words } = texts.access;
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<string[]>(sellerScopes.filter(may));
  const [supplierId, setSupplierId] = useState<string | null>(null);
  const [overrides, setOverrides] = useState(false);
  return (
    <FormModal
      title={words.new}
      submit={words.issue}
      size="lg"
      close={close}
      done={done}
      send={({ apiKeys }) =>
        apiKeys.create({ name, scopes, restrictions: { supplierId, overrides } })
      }
    >
      <NameInput name={name} setName={setName} />
      <ScopeChoice scopes={scopes} choose={setScopes} />
      <SupplierSelect supplierId={supplierId} choose={setSupplierId} />
      <Checkbox
        label={words.overrides}
        checked={overrides}
        onChange={({ currentTarget }) => setOverrides(currentTarget.checked)}
      />
    </FormModal>
  );
}

/** A key by which a channel sells the tours of one supplier, over OCTO. */
function NewChannelKey({ channel, close, done }: NewGiven & Required<Given>) {
  const { keys: words } = texts.access;
  const [name, setName] = useState(channel.name);
  const [supplierId, setSupplierId] = useState(channel.supplierId);
  return (
    <FormModal
      title={words.new}
      submit={words.issue}
      close={close}
      done={done}
      send={({ channels }) =>
        channels.createKey(channel.id, { name, ...(supplierId === null ? {} : { supplierId }) })
      }
    >
      <NameInput name={name} setName={setName} />
      {channel.supplierId === null && (
        <SupplierSelect isRequired supplierId={supplierId} choose={setSupplierId} />
      )}
    </FormModal>
  );
}

interface NameGiven {
  readonly name: string;
  readonly setName: (name: string) => void;
}

function NameInput({ name, setName }: NameGiven) {
  return (
    <TextInput
      label={settingsTexts().name}
      required
      maxLength={1_000}
      value={name}
      onChange={({ currentTarget }) => setName(currentTarget.value)}
      data-autofocus
    />
  );
}

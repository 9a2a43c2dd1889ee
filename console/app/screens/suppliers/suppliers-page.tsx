/** The suppliers of a tenant: made, changed, archived. */
import { Anchor, Avatar, Button, Group, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Supplier } from "@slipway/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import Archive from "lucide-react/icons/archive";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { Link } from "wouter";
import type { RecordField } from "../../../page/parts/record-field.ts";
import { viewerZone } from "../../../page/parts/time-words.ts";
import { ask, may } from "../../../page/session.ts";
import { fill } from "../../../page/texts/fill.ts";
import { texts } from "../../../page/texts/texts.ts";
import { hrefOf } from "../../address.ts";
import { ChangeMenu } from "../../parts/change-menu.tsx";
import { initialsOf } from "../../parts/initials.ts";
import { Head, RecordList } from "../../parts/record-list.tsx";
import { RecordModal } from "../../parts/record-modal.tsx";
import { zones } from "../../parts/zones.ts";
import { supplierWords } from "./texts.ts";

const supplierDraft = ({
  name = "",
  timezone = viewerZone,
  email = null,
  telephone = null,
  website = null,
  address = null,
}: Partial<Supplier> = {}) => ({ name, timezone, email, telephone, website, address });

function supplierFields(): RecordField<ReturnType<typeof supplierDraft>>[] {
  const { day, catalog } = texts;
  return [
    { name: "name", label: day.name },
    { name: "timezone", label: day.zone, hint: supplierWords().zoneHint, choices: zones() },
    { name: "email", label: day.email, type: "email", isOptional: true },
    { name: "telephone", label: day.phone, isOptional: true },
    { name: "website", label: catalog.website, type: "url", isOptional: true },
    { name: "address", label: catalog.address, isOptional: true },
  ];
}

export function SuppliersPage() {
  const words = supplierWords();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ["suppliers"],
    queryFn: ({ signal }) => ask((slipway) => slipway.suppliers.list(), signal),
  });
  const [isMaking, make] = useState(false);
  const changed = (): void => void queries.invalidateQueries({ queryKey: ["suppliers"] });
  const isWriter = may("suppliers:write");
  return (
    <Stack gap="md">
      <Head title={words.title}>
        {isWriter && (
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => make(true)}>
            {words.add}
          </Button>
        )}
      </Head>
      <RecordList
        title={words.title}
        rows={data}
        error={error}
        again={() => void refetch()}
        keyOf={({ id }) => id}
        empty={words.none}
        menu={isWriter && ((each) => <SupplierMenu supplier={each} changed={changed} />)}
        columns={[
          { title: texts.day.name, cell: (each) => <Name supplier={each} /> },
          { title: texts.day.zone, cell: ({ timezone }) => timezone },
          { title: texts.day.email, cell: ({ email }) => email },
          { title: texts.day.phone, cell: ({ telephone }) => telephone },
        ]}
      />
      <RecordModal
        isShown={isMaking}
        close={() => make(false)}
        title={words.add}
        first={supplierDraft()}
        fields={supplierFields()}
        send={({ suppliers }, draft) => suppliers.create(draft)}
        done={changed}
      />
    </Stack>
  );
}

function Name({ supplier: { id, name } }: { readonly supplier: Supplier }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar size="sm" radius="md" color="tide" variant="light" aria-hidden>
        {initialsOf(name)}
      </Avatar>
      <Anchor component={Link} inherit href={hrefOf("/products", { supplier: id })}>
        {name}
      </Anchor>
    </Group>
  );
}

interface MenuGiven {
  readonly supplier: Supplier;
  readonly changed: () => void;
}

function SupplierMenu({ supplier, changed }: MenuGiven) {
  const words = supplierWords();
  const { id, name } = supplier;
  return (
    <ChangeMenu
      name={name}
      change={{
        label: words.change,
        title: fill(words.changeTitle, { name }),
        first: supplierDraft(supplier),
        fields: supplierFields(),
        send: ({ suppliers }, _, part) => suppliers.update(id, part),
        done: changed,
      }}
      danger={{
        label: words.archive,
        icon: Archive,
        title: fill(words.archiveTitle, { name }),
        submit: words.doArchive,
        hint: words.archiveHint,
        send: ({ suppliers }) => suppliers.archive(id),
        done() {
          notifications.show({ color: "green", message: fill(words.isArchived, { name }) });
          changed();
        },
      }}
    />
  );
}

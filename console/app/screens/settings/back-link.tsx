/** The way back from one record to the list of all. */
import { Anchor, Group } from "@mantine/core";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { Link } from "wouter";

export function BackLink({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <Anchor component={Link} href={href} size="sm" style={{ alignSelf: "flex-start" }}>
      <Group gap={6}>
        <ArrowLeft size={16} aria-hidden />
        {children}
      </Group>
    </Anchor>
  );
}

/** The page of the settings that the address names. */
import "./settings.css";
import type { ComponentType } from "react";
import { useLocation } from "wouter";
import type { PageGiven } from "../../page.ts";
import { AccountPage } from "./account-page.tsx";
import { ChangesPage } from "./changes-page.tsx";
import { ChannelsPage } from "./channels-page.tsx";
import { CompanyPage } from "./company-page.tsx";
import { FeedsPage } from "./feeds-page.tsx";
import { Keys } from "./keys.tsx";
import { PeoplePage } from "./people-page.tsx";
import { WebhooksPage } from "./webhooks-page.tsx";

const shown: Readonly<Record<string, ComponentType<PageGiven>>> = {
  webhooks: WebhooksPage,
  channels: ChannelsPage,
  keys: () => <Keys />,
  people: PeoplePage,
  feeds: FeedsPage,
  company: CompanyPage,
  changes: ChangesPage,
  account: AccountPage,
};

export function SettingsPage({ params }: PageGiven) {
  const [path] = useLocation();
  const Page = shown[path.split("/")[1] ?? ""];
  return Page ? <Page params={params} /> : null;
}

/** docs/settings.md: the table of every setting, as the schemas have it. */
import { type SettingRow, isLimit, settingTable } from "../server/src/settings/setting-table.ts";

const head = `# Settings

Slipway takes its settings from the environment. \`npm run openapi\` writes this page from the schemas that read them.

- \`npm run -s slipway -- config\` shows every setting as the environment sets it, and which one is wrong. Secrets are not shown.
- An empty variable counts as one that is not set. A value that cannot be read stops the start with one sentence that names the
  setting.
- A secret may stand in a file: \`AUTH_PEPPER_FILE=/run/secrets/auth-pepper\` is read where \`AUTH_PEPPER\` is not set. A line break at the
  file's end is left out. In the tables these settings have "or a file".
- The start warns of a name that begins with \`SLIPWAY_\` and that nothing reads, and of one that is a slip away from a setting.
- [docs/limits.md](limits.md) explains the limits, and lists those that have no setting.
`;

/** The whole page. */
export function settingsPage(): string {
  const groups = Map.groupBy(settingTable, groupOf);
  const sections = [...groups].map(([title, rows]) => `\n## ${title}\n\n${tableOf(rows)}`);
  return `${head}${sections.join("")}`;
}

function groupOf({ name, parts }: SettingRow): string {
  if (name.startsWith("QUOTA_")) return "How much a tenant may have";
  if (isLimit(name)) return "Limits of the gateway";
  const title = parts.join(" and ");
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}`;
}

function tableOf(rows: readonly SettingRow[]): string {
  const lines = rows.map(
    ({ name, about, must, unlessSet, isSecret }) =>
      `| \`${name}\` | ${unlessSet} | ${about} | ${must}${isSecret ? "; or a file" : ""} |`,
  );
  return [
    "| setting | unless set | is | must be |",
    "| --- | --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}

/** The names of all settings, as the chart keeps them: it refuses a setting that is none. */
import { settingTable } from "../../server/src/settings/setting-table.ts";

/** The text of files/settings.txt: a line for each name that `env` may have. */
export function settingsFile(): string {
  const names = settingTable.flatMap(({ name, isSecret }) =>
    isSecret ? [name, `${name}_FILE`] : [name],
  );
  return `${names.toSorted().join("\n")}\n`;
}

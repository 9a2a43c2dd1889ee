import { runCommandLine } from "@slipway/dev/server-process";

/** A key of a tenant that the normal one knows nothing of. */
export async function otherTenant(directory: string): Promise<string> {
  const run = async (...words: string[]): Promise<Record<string, string>> => {
    const { code, stdout, stderr } = await runCommandLine(directory, words);
    if (code !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
    return JSON.parse(stdout) as Record<string, string>;
  };
  const tenant = await run("tenant", "create", "--name", "Abusers", "--currency", "EUR");
  const made = await run("key", "create", "--tenant", tenant["id"] ?? "", "--name", "abuse");
  return made["key"] ?? "";
}

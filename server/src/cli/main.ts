/** `npm run slipway -- ...`, packed `node slipway.js ...`: the operator's command line. stdout holds the answer and nothing else. */
import {
  apiOfCommands,
  clusterOfCommands,
  dataDirectory,
  installationOfCommands,
  namespaceOfCommands,
  settingsOfEnvironment,
} from "../config.ts";
import { type ConnectionCommandName, connectionCommands } from "./commands.ts";
import { readArguments } from "./read-arguments.ts";
import { readPassword } from "./read-password.ts";
import type { Send } from "./export-tenant.ts";
import { sendCommand } from "./send-command.ts";
import { keyOf, showCalendar } from "./show-calendar.ts";
import { smoke } from "./smoke.ts";
import type { CommandAnswer } from "./wire.ts";

const asked = readArguments(process.argv.slice(2));
if (asked.kind === "help") process.stdout.write(`${asked.text}\n`);
else if (asked.kind === "mistake") fail(asked.sentence);
else await carryOut(asked).catch((error: Error) => fail(error.message));
// A cluster that is not there is still being tried.
process.exit();

async function carryOut({
  command,
  flags,
}: Extract<typeof asked, { kind: "command" }>): Promise<void> {
  if (command.name === "calendar") {
    const { option = "", month = "" } = flags;
    process.stdout.write(`${await showCalendar({ option, month }, apiOfCommands())}\n`);
    return;
  }
  if (command.name === "config") return showConfig();
  if (command.name === "migrate") {
    const { migrateServices } = await import("./migrate-services.ts");
    const databases = await migrateServices(installationOfCommands(), {
      isDryRun: flags["dry-run"] === "true",
      say: (line) => void process.stderr.write(`${line}\n`),
    });
    process.stdout.write(`${JSON.stringify({ ok: true, databases })}\n`);
    return;
  }
  if (command.name === "smoke") {
    const { url, key, directory } = apiOfCommands();
    const result = await smoke({ url, key: key ?? (await keyOf(directory)) });
    process.stdout.write(`${JSON.stringify({ ok: true, ...result })}\n`);
    return;
  }
  if (isOneOf(connectionCommands, command.name)) {
    const record = await keepConnections(command.name, flags);
    process.stdout.write(`${JSON.stringify(record)}\n`);
    return;
  }
  const password = command.takesPassword ? { password: await readPassword() } : {};
  const cluster = clusterOfCommands();
  const request = { command: command.name, flags, ...password };
  const work = async (send: Send): Promise<CommandAnswer> => {
    if (command.name === "bookings archive") {
      const { archiveEnded } = await import("./archive-bookings.ts");
      return archiveEnded(send, flags["to"] ?? "");
    }
    if (command.name !== "tenant export") return send(request);
    const { exportTenant } = await import("./export-tenant.ts");
    return exportTenant(send, { tenant: flags["tenant"] ?? "", file: flags["file"] ?? "" });
  };
  const answer = cluster
    ? await (await import("./command-cluster.ts")).commandCluster(cluster, work)
    : await work((each) => sendCommand(dataDirectory(), each));
  if (!answer.ok) return fail(answer.sentence);
  process.stdout.write(`${JSON.stringify(answer.record)}\n`);
  if (!answer.isClean) process.exitCode = 1;
}

function showConfig(): void {
  const { table, wrong, unknown } = settingsOfEnvironment();
  process.stdout.write(`${table}\n`);
  for (const sentence of unknown) process.stderr.write(`${sentence}\n`);
  for (const sentence of wrong) fail(sentence);
}

async function keepConnections(
  name: ConnectionCommandName,
  flags: Readonly<Record<string, string>>,
): Promise<object> {
  const { createConnections, rotateConnections, retireConnections } = await import(
    "./keep-connections.ts"
  );
  if (name === "connections create") return createConnections(flags, namespaceOfCommands());
  return name === "connections rotate" ? rotateConnections(flags) : retireConnections(flags);
}

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name);
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

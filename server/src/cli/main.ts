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
import type { CommandAnswer, CommandRequest } from "./wire.ts";

const asked = readArguments(process.argv.slice(2));
if (asked.kind === "help") process.stdout.write(`${asked.text}\n`);
else if (asked.kind === "mistake") fail(asked.sentence);
else await carryOut(asked).catch((error: Error) => fail(error.message));
// A cluster that is not there is still being tried.
process.exit();

type Asked = Extract<typeof asked, { kind: "command" }>;

async function carryOut({ command, flags }: Asked): Promise<void> {
  const { name } = command;
  if (name === "config") return showConfig();
  if (name === "calendar") {
    const { option = "", month = "" } = flags;
    process.stdout.write(`${await showCalendar({ option, month }, apiOfCommands())}\n`);
    return;
  }
  if (name === "migrate") return print({ ok: true, databases: await migrate(flags) });
  if (name === "smoke") {
    const { url, key, directory } = apiOfCommands();
    return print({ ok: true, ...(await smoke({ url, key: key ?? (await keyOf(directory)) })) });
  }
  if (isOneOf(connectionCommands, name)) return print(await keepConnections(name, flags));
  const password = command.takesPassword ? { password: await readPassword() } : {};
  const answer = await askServices({ command: name, flags, ...password });
  if (!answer.ok) return fail(answer.sentence);
  print(answer.record);
  if (!answer.isClean) process.exitCode = 1;
}

function print(record: unknown): void {
  process.stdout.write(`${JSON.stringify(record)}\n`);
}

function showConfig(): void {
  const { table, wrong, unknown } = settingsOfEnvironment();
  process.stdout.write(`${table}\n`);
  for (const sentence of unknown) process.stderr.write(`${sentence}\n`);
  for (const sentence of wrong) fail(sentence);
}

async function migrate(flags: Asked["flags"]) {
  const { migrateServices } = await import("./migrate-services.ts");
  return migrateServices(installationOfCommands(), {
    isDryRun: flags["dry-run"] === "true",
    say: (line) => void process.stderr.write(`${line}\n`),
  });
}

/** Asks a cluster where the settings name one, otherwise the server of the data directory. */
async function askServices(request: CommandRequest): Promise<CommandAnswer> {
  const { command, flags } = request;
  const cluster = clusterOfCommands();
  const work = async (send: Send): Promise<CommandAnswer> => {
    if (command === "bookings archive") {
      const { archiveEnded } = await import("./archive-bookings.ts");
      return archiveEnded(send, flags["to"] ?? "");
    }
    if (command !== "tenant export") return send(request);
    const { exportTenant } = await import("./export-tenant.ts");
    return exportTenant(send, { tenant: flags["tenant"] ?? "", file: flags["file"] ?? "" });
  };
  if (!cluster) return work((each) => sendCommand(dataDirectory(), each));
  const { commandCluster } = await import("./command-cluster.ts");
  return commandCluster(cluster, work);
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

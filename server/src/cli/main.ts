/**
 * `npm run slipway -- ...`, packed `node slipway.js ...`: the operator's command line. stdout holds the answer and nothing
 * else. Only what a command needs is loaded: the settings of every part take longer than most commands.
 */
import { dataDirectory } from "../settings/directory-setting.ts";
import { type ConnectionCommandName, connectionCommands } from "./commands.ts";
import { readArguments } from "./read-arguments.ts";
import type { Send } from "./export-tenant.ts";
import type { CommandAnswer, CommandRequest } from "./wire.ts";

const asked = readArguments(process.argv.slice(2));
if (asked.kind === "help") print(asked.text);
else if (asked.kind === "mistake") fail(asked.sentence);
else await carryOut(asked).catch((error: Error) => fail(error.message));
// A cluster that is not there is still being tried.
process.exit();

type Asked = Extract<typeof asked, { kind: "command" }>;

async function carryOut({ command, flags }: Asked): Promise<void> {
  const { name } = command;
  if (name === "config") return showConfig();
  if (name === "calendar") return print(await calendarText(flags));
  if (name === "migrate") return printRecord({ ok: true, databases: await migrate(flags) });
  if (name === "smoke") return printRecord({ ok: true, ...(await smokeReport()) });
  if (name === "backup verify") return printRecord(await verifyBackup(flags));
  if (isOneOf(connectionCommands, name)) return printRecord(await keepConnections(name, flags));
  const password = command.takesPassword ? { password: await passwordOfStdin() } : {};
  const answer = await askServices({ command: name, flags, ...password });
  if (!answer.ok) return fail(answer.sentence);
  printRecord(answer.record);
  if (!answer.isClean) process.exitCode = 1;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function printRecord(record: unknown): void {
  print(JSON.stringify(record));
}

async function showConfig(): Promise<void> {
  const { settingsOfEnvironment } = await import("../settings/config.ts");
  const { table, wrong, unknown } = settingsOfEnvironment();
  print(table);
  for (const sentence of unknown) process.stderr.write(`${sentence}\n`);
  for (const sentence of wrong) fail(sentence);
}

async function calendarText({ option = "", month = "" }: Asked["flags"]): Promise<string> {
  const { showCalendar } = await import("./show-calendar.ts");
  const { apiOfCommands } = await import("../settings/config.ts");
  return showCalendar({ option, month }, apiOfCommands());
}

async function smokeReport(): Promise<object> {
  const { smoke } = await import("./smoke.ts");
  const { apiOfCommands } = await import("../settings/config.ts");
  const { keyOf } = await import("./show-calendar.ts");
  const { url, key, directory } = apiOfCommands();
  return smoke({ url, key: key ?? (await keyOf(directory)) });
}

async function verifyBackup({ file = "" }: Asked["flags"]): Promise<object> {
  const { verifyBackup: verify } = await import("./verify-backup.ts");
  const { namespaceOfCommands } = await import("../settings/config.ts");
  return verify(file, namespaceOfCommands());
}

async function passwordOfStdin(): Promise<string> {
  const { readPassword } = await import("./read-password.ts");
  return readPassword();
}

async function migrate(flags: Asked["flags"]) {
  const { migrateServices } = await import("./migrate-services.ts");
  const { installationOfCommands } = await import("../settings/config.ts");
  return migrateServices(installationOfCommands(), {
    isDryRun: flags["dry-run"] === "true",
    say: (line) => void process.stderr.write(`${line}\n`),
  });
}

/** Asks a cluster where the settings name one, otherwise the server of the data directory. */
async function askServices(request: CommandRequest): Promise<CommandAnswer> {
  const { command, flags } = request;
  const work = async (send: Send): Promise<CommandAnswer> => {
    if (command === "bookings archive") {
      const { archiveEnded } = await import("./archive-bookings.ts");
      return archiveEnded(send, flags["to"] ?? "");
    }
    if (command !== "tenant export") return send(request);
    const { exportTenant } = await import("./export-tenant.ts");
    return exportTenant(send, { tenant: flags["tenant"] ?? "", file: flags["file"] ?? "" });
  };
  const cluster = await clusterIfNamed();
  if (!cluster) {
    const { sendCommand } = await import("./send-command.ts");
    return work((each) => sendCommand(dataDirectory(process.env), each));
  }
  const { commandCluster } = await import("./command-cluster.ts");
  return commandCluster(cluster, work);
}

async function clusterIfNamed() {
  const names = ["NATS_URL", "OPERATOR_NATS_URL"].flatMap((name) => [name, `${name}_FILE`]);
  if (names.every((name) => !process.env[name])) return undefined;
  const { clusterOfCommands } = await import("../settings/config.ts");
  return clusterOfCommands();
}

async function keepConnections(
  name: ConnectionCommandName,
  flags: Readonly<Record<string, string>>,
): Promise<object> {
  const { createConnections, rotateConnections, retireConnections } = await import(
    "./keep-connections.ts"
  );
  if (name === "connections rotate") return rotateConnections(flags);
  if (name === "connections retire") return retireConnections(flags);
  const { namespaceOfCommands } = await import("../settings/config.ts");
  return createConnections(flags, namespaceOfCommands());
}

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name);
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

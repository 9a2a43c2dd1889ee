/** The commands of the operator's command line: what each needs, and how it is explained. */
import { commandLine } from "./program-names.ts";

interface Flag {
  readonly name: string;
  /** Placeholder of its value in the help; absent: it has none. */
  readonly value?: string;
  readonly isRequired?: boolean;
  readonly help: string;
}

export interface Command {
  /** Such as "tenant create". */
  readonly name: CommandName;
  readonly help: string;
  /** Further lines of its own help. */
  readonly advice?: readonly string[];
  readonly flags: readonly Flag[];
  readonly takesPassword?: true;
}

export const commandNames = [
  "tenant create",
  "tenant export",
  "tenant delete",
  "bookings archive",
  "customer erase",
  "user create",
  "user disable",
  "user enable",
  "user password",
  "user second-factor",
  "key create",
  "doctor",
  "outbox list",
  "outbox retry",
] as const;
export type ServerCommandName = (typeof commandNames)[number];
export const connectionCommands = [
  "connections create",
  "connections rotate",
  "connections retire",
] as const;
export type ConnectionCommandName = (typeof connectionCommands)[number];
/** Calendar and smoke use the API as any client does; connections and backups are files of the operator's; migrate opens the databases. */
type CommandName =
  | ServerCommandName
  | ConnectionCommandName
  | "calendar"
  | "smoke"
  | "backup verify"
  | "migrate"
  | "config";

/** @param spelled such as "file PATH" */
function required(spelled: string, help: string): Flag {
  return { ...optional(spelled, help), isRequired: true };
}

function optional(spelled: string, help: string): Flag {
  const [name = "", value] = spelled.split(" ");
  return { name, help, ...(value && { value }) };
}

const tenant = required("tenant ID", "the tenant's id, as tenant create prints it");
const known = required(
  "email E-MAIL",
  "the user's; unique in the installation, so no tenant is named",
);
const scopes = optional("scopes A,B", "such as bookings:read,catalog:*; all (*) unless given");

const directory = required("directory DIR", "where they are kept, for its user's eyes alone");

export const commands: readonly Command[] = [
  {
    name: "tenant create",
    help: "Makes a tenant and prints it. Its own help explains a tenant for trials.",
    advice: [
      "For trials make a tenant, with a key, for nothing else:",
      `  ${commandLine} tenant create --name Trials --currency EUR`,
      `  ${commandLine} key create --tenant ID --name Trials`,
      "The second prints the key this once. Programs send it as they would send another: there is no test mode.",
      "",
      "  - No other tenant sees its records, and it sees none of theirs. It has limits and quotas of its own.",
      "  - Its webhooks and channels really get deliveries: give it only receivers that are yours.",
      "  - Its bookings cost nothing: Slipway takes no payment and mails no guest, in no tenant.",
      "  - An e-mail belongs to one user of the installation: use other addresses than in the real tenant.",
      "  - tenant delete removes it with all of its records.",
    ],
    flags: [
      required("name NAME", "what the tenant is called"),
      required("currency CODE", "the currency of its prices, such as EUR"),
    ],
  },
  {
    name: "tenant export",
    help: "Writes all records of a tenant, without secrets, as JSON lines into a file compressed by gzip, and prints how many. The last line has their number.",
    advice: [
      "It reads service by service while the tenant works: what changes meanwhile may be there before or after the change.",
    ],
    flags: [tenant, required("file PATH", "for its user's eyes alone")],
  },
  {
    name: "tenant delete",
    help: "Deletes a tenant with all of its records in all services, and prints how many. Export it before: nothing brings it back but a backup.",
    advice: [
      "Its keys and sessions end first. An interrupted command is run again and goes on.",
      "The audit log keeps one entry of it, tenant.delete. Backups keep what they have.",
    ],
    flags: [tenant, required("yes NAME", "the tenant's name, as a safeguard")],
  },
  {
    name: "bookings archive",
    help: "Writes bookings whose departures ended BOOKINGS_KEEP_DAYS ago into files of JSON lines compressed by gzip, removes them from the database, and prints how many.",
    advice: [
      "A file is on the disk before its bookings are removed. An interrupted command is run again and goes on.",
      "Of a removed booking its id, reference and keys stay, so that a late repeat of its request sells nothing.",
      "Then it closes the days that ended so long ago: nothing is sold there again. Their ledgers and claims go into files, too.",
      "A name that ends in .partial is no whole file: delete it.",
    ],
    flags: [required("to DIR", "a folder, for its user's eyes alone")],
  },
  {
    name: "customer erase",
    help: "Removes a customer's personal data from all bookings of a tenant, or from one booking, and from what the audit log, channels' events and deliveries say of them; prints how many bookings were changed. It may be repeated.",
    flags: [
      tenant,
      optional("email E-MAIL", "the customer's, in any case; this or --booking"),
      optional("booking ID", "only this booking's customers"),
    ],
  },
  {
    name: "user create",
    help: "Makes a user, whose password of 12 to 128 characters is read from stdin, and prints it.",
    flags: [
      tenant,
      required("email E-MAIL", "unique in the installation"),
      optional("name NAME", "the e-mail unless given"),
      scopes,
    ],
    takesPassword: true,
  },
  {
    name: "user disable",
    help: "Ends the user's sessions at once and lets it begin none; prints the user.",
    flags: [known],
  },
  {
    name: "user enable",
    help: "Lets a disabled user begin sessions again, and ends a wait after failed log-ins; prints the user.",
    flags: [known],
  },
  {
    name: "user password",
    help: "Sets the user's password, read from stdin, and ends the user's sessions at once; prints the user.",
    flags: [known],
    takesPassword: true,
  },
  {
    name: "user second-factor",
    help: "Removes the second factor of a user who has lost app and recovery codes, and ends the user's sessions; prints the user.",
    flags: [known],
  },
  {
    name: "key create",
    help: "Makes an API key and prints it, with its text, this once.",
    flags: [tenant, required("name NAME", "what the key is called"), scopes],
  },
  {
    name: "doctor",
    help: "Recomputes every counter of every tenant, compares what is sold with what there is, and bookings with the audit log, and prints what differs, and the bookings that no timetable has any more; changes nothing without --repair. Exit code 1 on any finding that is left.",
    flags: [
      optional(
        "repair",
        "mends what it finds, by guarded writes on the live system, recorded in the audit log; claims anew what bookings have lost, where it fits",
      ),
    ],
  },
  {
    name: "outbox list",
    help: "Prints pending events: their number per service, and each event that a consumer rejected, with the reason.",
    flags: [],
  },
  {
    name: "outbox retry",
    help: "Redelivers dead letters now instead of within 15 minutes; prints how many.",
    flags: [optional("event ID", "this one, as outbox list prints it; all of them unless given")],
  },
  {
    name: "connections create",
    help: "Makes a user of NATS and one of MongoDB for each service, and writes what servers and processes need into a folder: nats-users.conf, mongodb-users.js, kubernetes.yaml and an .env for each process.",
    flags: [
      directory,
      required("nats URL", "NATS_URL without user and password"),
      required("mongodb URI", "MONGODB_URI without user and password"),
      optional(
        "processes A,B+C",
        "what runs together, such as gateway,webhooks+sync+audit,...; each service alone unless given",
      ),
    ],
  },
  {
    name: "connections rotate",
    help: "Adds a new user to each process, or to one: the old one may still connect.",
    flags: [directory, optional("process NAME", "such as bookings or operator")],
  },
  {
    name: "connections retire",
    help: "Drops the users that were rotated out, once every process connects with its new one.",
    flags: [directory],
  },
  {
    name: "backup verify",
    help: "Reads a backup that mongodump --oplog --gzip --archive has made, to its end, and prints how many documents each collection has. Exit code 1 where it is damaged, cut off, without its oplog, or without the databases of bookings or places (DATABASE_PREFIX).",
    flags: [required("file PATH", "the archive")],
  },
  {
    name: "migrate",
    help: "Makes the indexes of this release and changes documents of earlier ones, in the databases at MONGODB_URI; prints what it has done. Run it before the nodes of a new release: they wait for it. SERVICES names the services, all of them unless set. It may be repeated, also after it was interrupted.",
    flags: [optional("dry-run", "prints what there is to do, and changes nothing")],
  },
  {
    name: "config",
    help: "Shows every setting as this environment sets it, and which are wrong or read by nobody; secrets are not shown. Exit code 1 where one is wrong.",
    flags: [],
  },
  {
    name: "calendar",
    help: "Shows a month of an option: the places that are free on each day, read from the API.",
    flags: [
      required("option ID", "the option's id"),
      required("month YYYY-MM", "in the option's own zone"),
    ],
  },
  {
    name: "smoke",
    help: "Sells a seat of a supplier of its own through the API at SLIPWAY_URL, cancels it and archives supplier and product; prints how long each step took.",
    flags: [],
  },
];

/** The help of the commands that begin with these words; of all of them when none does. */
export function helpFor(words: readonly string[]): string {
  const [command, ...others] = commandsUnder(words);
  return command && others.length === 0 ? helpOfOne(command) : helpOfAll(words);
}

/** The commands whose names begin with these words. */
export function commandsUnder(words: readonly string[]): Command[] {
  const start = words.join(" ");
  return commands.filter(({ name }) => name === start || name.startsWith(`${start} `));
}

function helpOfOne({ name, help, advice = [], flags }: Command): string {
  const usage = flags.map((flag) =>
    flag.isRequired ? ` ${spelling(flag)}` : ` [${spelling(flag)}]`,
  );
  const lines = linesOf(flags.map((flag) => [spelling(flag), flag.help]));
  const head = `Usage: ${commandLine} ${name}${usage.join("")}`;
  return [head, "", help, ...blankBefore(lines), ...blankBefore(advice)].join("\n");
}

/** Names beside their texts: the longest name has two blanks behind it. */
function linesOf(rows: readonly (readonly [name: string, help: string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, help]) => `  ${name.padEnd(width)}${help}`);
}

export function spelling({ name, value }: Pick<Flag, "name" | "value">): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

function blankBefore(lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", ...lines];
}

function helpOfAll(words: readonly string[]): string {
  const under = commandsUnder(words);
  const shown = under.length === 0 ? commands : under;
  return [
    `Usage: ${commandLine} COMMAND [FLAGS]`,
    "",
    "Talks to the cluster at NATS_URL or, where that is not set, to the server that runs on",
    "SLIPWAY_DATA_DIR (.slipway unless set), and prints one JSON object on stdout. Errors go to stderr, with exit code 1.",
    "",
    ...linesOf(shown.map(({ name, help }) => [name, help])),
    "",
    `Every command has its own help: ${commandLine} tenant create --help`,
  ].join("\n");
}

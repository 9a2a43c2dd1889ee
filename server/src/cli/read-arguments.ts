import { parseArgs } from "node:util";
import { type Command, commands, commandsUnder, helpFor } from "./commands.ts";
import { commandLine } from "./program-names.ts";

type Asked =
  | { readonly kind: "help"; readonly text: string }
  | { readonly kind: "mistake"; readonly sentence: string }
  | {
      readonly kind: "command";
      readonly command: Command;
      readonly flags: Readonly<Record<string, string>>;
    };

/** Reads the arguments; a mistake is reported in one sentence that names the flag or the command. */
export function readArguments(given: readonly string[]): Asked {
  const firstFlag = given.findIndex((word) => word.startsWith("-"));
  const words = firstFlag < 0 ? given : given.slice(0, firstFlag);
  const rest = given.slice(words.length);
  const isHelp = rest.includes("--help") || rest.includes("-h") || words[0] === "help";
  if (isHelp) return { kind: "help", text: helpFor(words[0] === "help" ? words.slice(1) : words) };
  const command = commands.find(({ name }) => name === words.join(" "));
  return command ? readFlags(command, rest) : mistake(unknownCommand(words));
}

function readFlags(command: Command, rest: readonly string[]): Asked {
  const { name, flags } = command;
  const options = Object.fromEntries(
    flags.map((flag) => [
      flag.name,
      {
        type: flag.value === undefined ? ("boolean" as const) : ("string" as const),
        multiple: true,
      },
    ]),
  );
  let values: Readonly<Record<string, readonly (string | boolean)[] | undefined>>;
  try {
    values = parseArgs({ args: [...rest], options, strict: true }).values as typeof values;
  } catch (error) {
    // Node's own words name the flag; what follows the first sentence is about its parser.
    const [sentence] = (error as Error).message.split(/\.\s/);
    return mistake(`${name}: ${(sentence ?? "").replace(/\.$/, "")}`, name);
  }
  const twice = flags.find((flag) => (values[flag.name]?.length ?? 0) > 1);
  if (twice) return mistake(`${name}: --${twice.name} is given twice`, name);
  const missing = flags.filter((flag) => flag.isRequired && !values[flag.name]?.[0]);
  if (missing.length > 0)
    return mistake(`${name} needs ${missing.map((flag) => `--${flag.name}`).join(" and ")}`, name);
  const given: Record<string, string> = {};
  for (const [flag, [value = ""] = []] of Object.entries(values)) given[flag] = String(value);
  return { kind: "command", command, flags: given };
}

function unknownCommand(words: readonly string[]): string {
  const under = words.length === 0 ? [] : commandsUnder(words);
  const known = (under.length === 0 ? commands : under).map(({ name }) => name).join(", ");
  const said = words.length === 0 ? "Say what to do" : `There is no command "${words.join(" ")}"`;
  return `${said}; there are: ${known}`;
}

function mistake(fact: string, name = ""): Asked {
  const help = `${commandLine} ${name === "" ? "" : `${name} `}--help`;
  return { kind: "mistake", sentence: `${fact}. Help: ${help}` };
}

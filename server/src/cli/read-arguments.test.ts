import { describe, expect, it } from "@jest/globals";
import { commands, spelling } from "./commands.ts";
import { commandLine } from "./program-names.ts";
import { readArguments } from "./read-arguments.ts";

const sentenceFor = (...given: string[]) => {
  const asked = readArguments(given);
  return asked.kind === "mistake" ? asked.sentence : asked.kind;
};

describe("the command line's arguments", () => {
  it("give the command and its flags, in either spelling and any order", () => {
    expect(
      readArguments(["tenant", "create", "--currency=EUR", "--name", "Laguna Tours"]),
    ).toMatchObject({
      kind: "command",
      command: { name: "tenant create" },
      flags: { name: "Laguna Tours", currency: "EUR" },
    });
    expect(readArguments(["doctor"])).toMatchObject({ kind: "command", flags: {} });
    expect(readArguments(["doctor", "--repair"])).toMatchObject({ flags: { repair: "true" } });
  });

  it.each([
    [["tenant", "create", "--name", "A"], "tenant create needs --currency"],
    [["tenant", "create"], "tenant create needs --name and --currency"],
    [["tenant", "create", "--name=", "--currency", "EUR"], "tenant create needs --name"],
    [["key", "create", "--tenant", "t", "--nam", "A"], "key create: Unknown option '--nam'"],
    [["key", "create", "--tenant", "--name", "A"], "key create: Option '--tenant"],
    [["key", "create", "--tenant", "a", "--tenant", "b", "--name", "A"], "--tenant is given twice"],
    [["user", "disable", "--tenant", "t"], "user disable: Unknown option '--tenant'"],
    [["user", "password"], "user password needs --email"],
    [["doctor", "--repair=yes"], "doctor: Option '--repair' does not take an argument"],
    [["doctor", "--mend"], "doctor: Unknown option '--mend'"],
    [["doctor", "-x"], "doctor: Unknown option '-x'"],
    [["doctor", "--", "more"], "doctor: Unexpected argument 'more'"],
  ])("%j is a mistake that names the flag: %s", (given, sentence) => {
    expect(sentenceFor(...given)).toContain(sentence);
    expect(sentenceFor(...given)).toContain("--help");
    expect(sentenceFor(...given)).not.toContain("\n");
  });

  it("of an unknown command name those that there are", () => {
    expect(sentenceFor("tenant", "rename")).toContain(
      'There is no command "tenant rename"; there are: tenant create',
    );
    expect(sentenceFor("tenant")).toContain("there are: tenant create");
    expect(sentenceFor()).toContain("Say what to do; there are: tenant create, tenant export");
  });
});

describe("the help", () => {
  it.each([["--help"], ["-h"], ["help"]])("%s lists every command", (...given) => {
    const asked = readArguments(given);
    for (const { name } of commands)
      expect(asked).toHaveProperty("text", expect.stringContaining(`\n  ${name}  `));
  });

  it.each(commands.map(({ name, flags }) => [name, flags] as const))(
    "%s --help explains each of its flags, whatever else is given",
    (name, flags) => {
      const asked = readArguments([...name.split(" "), "--nonsense", "--help"]);
      for (const flag of flags)
        expect(asked).toHaveProperty("text", expect.stringContaining(spelling(flag)));
      expect(asked).toHaveProperty("text", expect.stringContaining(name));
    },
  );

  it("of tenant create explains a tenant for trials, by commands that there are", () => {
    const asked = readArguments(["tenant", "create", "--help"]);
    const lines = asked.kind === "help" ? asked.text.split("\n") : [];
    const shown = lines.filter((line) => line.startsWith(`  ${commandLine} `));
    const given = shown.map((line) =>
      readArguments(line.trim().slice(commandLine.length).trim().split(" ")),
    );
    expect(given).toMatchObject([
      { command: { name: "tenant create" }, flags: { name: "Trials", currency: "EUR" } },
      { command: { name: "key create" }, flags: { tenant: "ID", name: "Trials" } },
    ]);
  });
});

/** The first stage of a Dockerfile, as far as ours goes. */

export type Step =
  | { readonly does: "copy"; readonly from: readonly string[]; readonly to: string }
  | { readonly does: "run"; readonly command: string };

/** The steps of the first stage, in their order. Throws at an instruction that it does not know. */
export function buildStageOf(dockerfile: string): Step[] {
  const lines = dockerfile
    .replaceAll(/^\s*#.*\n/gm, "")
    .replaceAll(/\\\n/g, " ")
    .split("\n")
    .map((line) => line.trim());
  const [first = 0, second = lines.length] = lines.flatMap((line, at) =>
    line.startsWith("FROM ") ? [at] : [],
  );
  return lines.slice(first + 1, second).flatMap(stepOf);
}

function stepOf(line: string): Step[] {
  const [, word, rest = ""] = /^(\S+)\s+(.*)$/.exec(line) ?? [];
  if (word === undefined || word === "WORKDIR") return [];
  if (word === "RUN") return [{ does: "run", command: rest }];
  if (word !== "COPY")
    throw new Error(`The build stage has ${word}, which nobody here can carry out.`);
  const places = rest.split(/\s+/);
  return [{ does: "copy", from: places.slice(0, -1), to: places.at(-1) ?? "." }];
}

/** Whether a `.dockerignore` of names, paths and `**` before a name leaves a file out. */
export function isLeftOut(file: string, ignored: readonly string[]): boolean {
  const parts = file.split("/");
  return ignored.some((pattern) =>
    pattern.startsWith("**/")
      ? parts.includes(pattern.slice(3))
      : file === pattern || file.startsWith(`${pattern}/`),
  );
}

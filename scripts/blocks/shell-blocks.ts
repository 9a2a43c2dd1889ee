/** The blocks of shell in a document, and the files that its other blocks show. */

/** A block that a reader pastes into a shell. */
export interface ShellBlock {
  /** The number of its first line in the document. */
  readonly line: number;
  readonly text: string;
}

interface Fence {
  readonly language: string;
  readonly line: number;
  readonly text: string;
}

/** Blocks marked `sh`, in their order. */
export function shellBlocksOf(markdown: string): ShellBlock[] {
  return fencesOf(markdown).filter(({ language }) => language === "sh");
}

/** Blocks of YAML that begin with a file's name in a comment: `# my-values.yaml`. */
export function shownFilesOf(markdown: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const { language, text } of fencesOf(markdown)) {
    const [, name] = /^# ([\w-]+\.yaml)\n/.exec(text) ?? [];
    if (language === "yaml" && name !== undefined) files.set(name, text);
  }
  return files;
}

function fencesOf(markdown: string): Fence[] {
  const fences: Fence[] = [];
  let open: { language: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of markdown.split("\n").entries()) {
    const [, language] = /^```(\w*)$/.exec(line) ?? [];
    if (language === undefined) open?.lines.push(line);
    else if (open) {
      fences.push({ language: open.language, line: open.line, text: `${open.lines.join("\n")}\n` });
      open = undefined;
    } else open = { language, line: index + 2, lines: [] };
  }
  return fences;
}

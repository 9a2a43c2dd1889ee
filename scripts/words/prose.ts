/** The sentences of a file: the text of a document, the comments of a program. */

export interface Sentence {
  readonly line: number;
  readonly words: readonly string[];
}

interface Block {
  readonly line: number;
  readonly text: string;
}

/** Sentences in their order; code, tables of numbers and addresses of links are not prose. */
export function sentencesOf(file: string, text: string): readonly Sentence[] {
  return blocksOf(file, text).flatMap(({ line, text: block }) =>
    withoutCode(block)
      .split(/(?<=[.!?]["')\]*_]*)\s+(?=["'(*_]*[[\p{Lu}\d])/u)
      .map((sentence) => ({ line, words: wordsOf(sentence) }))
      .filter(({ words }) => words.length > 0),
  );
}

function blocksOf(file: string, text: string): readonly Block[] {
  if (file.endsWith(".md")) return blocksOfDocument(text);
  if (/\.(ts|mjs|js)$/.test(file)) return blocksOfComments(text, /^\s*(\/\/+|\/\*\*?|\*\/?)(.*)$/);
  return blocksOfComments(text, /^\s*(#+)(?!!)(.*)$/);
}

/** A paragraph, an item of a list, a heading and a cell of a table are blocks of their own. */
function blocksOfDocument(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  const close = () => {
    if (open) blocks.push(open);
    open = undefined;
  };
  for (const { line, content } of linesOutsideFences(text)) {
    if (/^\s*\|/.test(content)) {
      close();
      const cells = withoutCode(content).split(/(?<!\\)\|/);
      blocks.push(...cells.filter((cell) => /\w/.test(cell)).map((cell) => ({ line, text: cell })));
    } else if (content.trim() === "" || /^\s*(#+|-|\*|\d+\.)\s/.test(content)) {
      close();
      open = { line, text: content.replace(/^\s*(#+|-|\*|\d+\.)\s/, "") };
    } else {
      open = { line: open?.line ?? line, text: `${open?.text ?? ""} ${content.trim()}` };
    }
  }
  close();
  return blocks;
}

function linesOutsideFences(text: string): readonly { line: number; content: string }[] {
  let isCode = false;
  return text.split("\n").flatMap((content, index) => {
    if (/^\s*```/.test(content)) {
      isCode = !isCode;
      return [{ line: index + 1, content: "" }];
    }
    return isCode || /^ {4}\S/.test(content) ? [] : [{ line: index + 1, content }];
  });
}

/** Consecutive lines of comment are one block; `shape` finds them, with their text in its second group. */
function blocksOfComments(text: string, shape: RegExp): readonly Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const [index, line] of text.split("\n").entries()) {
    const content = (shape.exec(line)?.[2] ?? "").replace(/\*\/\s*$/, "").trim();
    const last = blocks.at(-1);
    if (content === "") isOpen = false;
    else if (isOpen && last && !/^(-|\*|\d+\.)\s/.test(content))
      blocks.splice(-1, 1, { line: last.line, text: `${last.text} ${content}` });
    else isOpen = blocks.push({ line: index + 1, text: content }) > 0;
  }
  return blocks;
}

/** A piece of code counts as one word, and may begin a sentence. */
function withoutCode(block: string): string {
  return block.replaceAll(/`[^`]*`/g, "Code").replaceAll(/\]\([^)]*\)/g, "]");
}

function wordsOf(sentence: string): readonly string[] {
  return sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}

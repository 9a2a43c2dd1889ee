/** Which of several things a typed text means. Pure. */

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** The one of that name, else the only one with the text in its name. */
export function choiceByText(text: string, choices: readonly Named[]): Named | undefined {
  const typed = text.trim().toLowerCase();
  if (typed === "") return undefined;
  const found = choices.filter(({ name }) => name.toLowerCase().includes(typed));
  return (
    found.find(({ name }) => name.toLowerCase() === typed) ?? (found[1] ? undefined : found[0])
  );
}

/** Equal names get a number, so that each can be typed. */
export function numbered(choices: readonly Named[]): Named[] {
  return choices.map(({ id, name }, index) => {
    const before = choices.slice(0, index).filter((each) => each.name === name).length;
    return { id, name: before > 0 ? `${name} (${before + 1})` : name };
  });
}

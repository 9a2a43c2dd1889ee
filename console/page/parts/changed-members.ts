/** Members that a form has changed. Only these are sent: others may have changed the rest since it opened. Pure. */
export function changedMembers<Form extends object>(opened: Form, now: Form): Partial<Form> {
  const before = new Map(Object.entries(opened).map(([key, value]) => [key, textOf(value)]));
  const changed = Object.entries(now).filter(([key, value]) => before.get(key) !== textOf(value));
  return Object.fromEntries(changed) as Partial<Form>;
}

/** By value: a list is another one in each form. */
function textOf(value: unknown): string {
  return JSON.stringify(value);
}

/** One of a few named things. */

interface Given {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  readonly choose: (id: string) => void;
}

export function Choice({ label, value, choices, choose }: Given) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => {
        choose(currentTarget.value);
        // Until it is drawn anew: who is asked whether to leave may stay.
        currentTarget.value = value;
      }}
    >
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** How the documents' blocks are run: what stands for their placeholders, and what is left out, each with its reason. */

export interface DocumentPlan {
  readonly file: string;
  /** Placeholders of the text, and what takes their place in a run. */
  readonly placeholders?: readonly (readonly [RegExp, string])[];
  /** Lines that are not run, and why. A block of such lines alone is left out. */
  readonly leftOut?: readonly (readonly [RegExp, string])[];
  /** Shell before a block that has this text. */
  readonly before?: readonly (readonly [string, string])[];
  /** Blocks with this text come after all others of the document. */
  readonly last?: string;
}

const minutes = "takes minutes, or is a step of .ci/run; its name is in package.json";

export const documentPlans: readonly DocumentPlan[] = [
  {
    file: "README.md",
    placeholders: [
      [/http:\/\/127\.0\.0\.1:3000/g, "$SLIPWAY_URL"],
      [/\bopt_…/g, "$OPTION"],
      [/\bwhs_…/g, "$(api $B/webhooks/subscriptions | grep -o 'whs_[0-9a-f]*' | head -n 1)"],
      [
        /^npm run receiver$/gm,
        "npm run receiver > receiver.log 2>&1 &\nuntil grep -q Subscribed receiver.log; do kill -0 $!; sleep 0.2; done",
      ],
      [/--month 2027-06/g, "--month $(($(date +%Y) + 1))-06"],
    ],
    leftOut: [
      [
        /^npm start /m,
        "the server of this run is started as it says, on a data directory of its own",
      ],
      [/^npm test /m, "is a step of .ci/run"],
      [/^npm run demo /m, "is the step smoke of .ci/run"],
      [/^npm run (?!-s slipway|receiver|demo)/m, minutes],
      [/^\.ci\/run /m, minutes],
    ],
    // It names an option, which the walk makes.
    last: "calendar --option",
  },
  {
    file: "docs/deploy.md",
    before: [
      ["put_back ", "cp slipway-2*.gz slipway-2027-06-01.gz"],
      ["< password.txt", "echo correct-horse-battery > password.txt"],
    ],
  },
  {
    file: "docker/README.md",
    leftOut: [
      [/^npm run base-images/m, "needs Docker with buildx and a registry"],
      [/^npm run check:image/m, minutes],
    ],
  },
  {
    file: "charts/slipway/README.md",
    // The trial before it is another cluster's.
    before: [["kubectl create namespace slipway", "new_cluster"]],
  },
  {
    file: "docs/operations.md",
    before: [
      [
        'grep \'"traceId"',
        "kubectl create namespace slipway; kubectl -n slipway logs -l app > slipway.log",
      ],
    ],
  },
];

/** The lines of a block that are run, and those that are not, with their reasons. */
export function planned(
  text: string,
  { placeholders = [], leftOut = [], before = [] }: DocumentPlan,
): { shell: string; reasons: readonly string[] } {
  const reasons = new Set<string>();
  const kept = text.split("\n").filter((line) => {
    const [, reason] = leftOut.find(([pattern]) => pattern.test(line)) ?? [];
    if (reason !== undefined) reasons.add(reason);
    return reason === undefined;
  });
  const first = before.filter(([part]) => text.includes(part)).map(([, shell]) => `${shell}\n`);
  const shell = placeholders.reduce(
    (so, [pattern, instead]) => so.replaceAll(pattern, () => instead),
    kept.join("\n"),
  );
  return { shell: `${first.join("")}${shell}`, reasons: [...reasons] };
}

/** Whether anything of a block is run. */
export function isRun(shell: string): boolean {
  return shell.split("\n").some((line) => line.trim() !== "" && !line.startsWith("#"));
}

/** The facts that a release depends on. */
export interface ReleaseState {
  /** The output of `git status --porcelain`. */
  readonly status: string;
  /** The version in package.json. */
  readonly version: string;
  /** The version of the product that the chart installs. */
  readonly appVersion: string;
  readonly changelog: string;
  /** Tags of the checked-out commit. */
  readonly tags: readonly string[];
  /** Programs that are not on the PATH. */
  readonly missing: readonly string[];
  /** Bases of the image that a tag alone names, by their arguments in docker/Dockerfile. */
  readonly unpinned: readonly string[];
  /** Places in Chart.yaml that nobody has. */
  readonly placeholders: readonly string[];
}

/** Why nothing may be published now, a sentence each; none where it may. */
export function hindrancesOf(now: ReleaseState): string[] {
  const { version, appVersion, tags, missing, unpinned, placeholders } = now;
  const changed = now.status.split("\n").filter((line) => line !== "").length;
  const tag = `v${version}`;
  return [
    ...(changed === 0 ? [] : [`The tree is not clean: ${changed} files are not committed.`]),
    ...(version === appVersion
      ? []
      : [`package.json says ${version}, appVersion of charts/slipway/Chart.yaml ${appVersion}.`]),
    ...(now.changelog.split("\n").includes(`## ${version}`)
      ? []
      : [`CHANGELOG.md has no section "## ${version}": rename "## Unreleased".`]),
    ...(tags.includes(tag) ? [] : [`The commit has no tag ${tag}: git tag --annotate ${tag}`]),
    ...missing.map((program) => `${program} is not on the PATH.`),
    ...unpinned.map(
      (argument) =>
        `docker/Dockerfile names ${argument} by a tag without its digest: npm run base-images -- --write`,
    ),
    ...(placeholders.length === 0
      ? []
      : [`charts/slipway/Chart.yaml names ${placeholders.join(", ")}: put your own places there.`]),
  ];
}

import { goTool } from "../go-tools.ts";
import { run } from "./helm.ts";

/** Throws what kubeconform says of these objects by the schemas in these folders; each must be in one of them. */
export async function validate(
  objects: string,
  version: string,
  folders: readonly string[],
): Promise<void> {
  const locations = folders.flatMap((folder) => [
    "-schema-location",
    `${folder}/{{.ResourceKind}}{{.KindSuffix}}.json`,
  ]);
  const args = ["-strict", "-summary", "-kubernetes-version", version, ...locations, "-"];
  const { code, stdout, stderr } = await run(await goTool("kubeconform"), args, objects);
  if (code !== 0) throw new Error(`${stdout}\n${stderr}`.trim());
  // It skips what it is told to skip, and nothing was.
  if (!/Valid: [1-9]\d*, Invalid: 0, Errors: 0, Skipped: 0/.test(stdout)) throw new Error(stdout);
}

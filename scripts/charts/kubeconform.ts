import { goTool } from "../go-tools.ts";
import { run } from "./helm.ts";

/**
 * The complaints of kubeconform about these objects, "" where it takes them. It looks in these folders for the
 * schemas, and each object must have one.
 */
export async function complaintsOf(
  objects: string,
  version: string,
  folders: readonly string[],
): Promise<string> {
  const locations = folders.flatMap((folder) => [
    "-schema-location",
    `${folder}/{{.ResourceKind}}{{.KindSuffix}}.json`,
  ]);
  const args = ["-strict", "-summary", "-kubernetes-version", version, ...locations, "-"];
  const { code, stdout, stderr } = await run(await goTool("kubeconform"), args, objects);
  // It skips what its flags name, and they name nothing.
  const isTaken = code === 0 && /Valid: [1-9]\d*, Invalid: 0, Errors: 0, Skipped: 0/.test(stdout);
  return isTaken ? "" : `${stdout}\n${stderr}`.trim();
}

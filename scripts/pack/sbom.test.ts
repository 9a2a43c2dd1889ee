import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { sbomOf } from "./sbom.ts";

const sha512 = (letter: string): string => Buffer.alloc(64, letter).toString("base64");
const lockfile = `
packages:

  '@scope/inner@2.0.0-rc.1':
    resolution: {integrity: sha512-${sha512("i")}}
    engines: {node: '>=18'}

  outer@1.0.0:
    resolution: {integrity: sha512-${sha512("o")}}
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "slipway-sbom-"));
  manifest(".", { name: "slipway", version: "0.1.0", license: "Apache-2.0" });
  const inner = { name: "@scope/inner", version: "2.0.0-rc.1", license: "(MIT OR Apache-2.0)" };
  const outer = { name: "outer", version: "1.0.0", license: "SEE LICENSE IN licence.txt" };
  manifest("node_modules/.pnpm/@scope+inner@2.0.0-rc.1/node_modules/@scope/inner", inner);
  // Twice, beside different peers: it is one package.
  for (const id of ["outer@1.0.0", "outer@1.0.0_peer@1.0.0"]) {
    const place = `node_modules/.pnpm/${id}/node_modules`;
    manifest(`${place}/outer`, outer);
    link(
      `${place}/@scope/inner`,
      "node_modules/.pnpm/@scope+inner@2.0.0-rc.1/node_modules/@scope/inner",
    );
  }
  manifest("packages/ours", { name: "@slipway/ours", version: "0.1.0" });
  manifest("services/sale", { name: "@slipway/sale", version: "0.1.0" });
  link("services/sale/node_modules/outer", "node_modules/.pnpm/outer@1.0.0/node_modules/outer");
  link("services/sale/node_modules/@slipway/ours", "packages/ours");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function manifest(path: string, contents: object): void {
  mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, path, "package.json"), JSON.stringify(contents));
}

function link(path: string, target: string): void {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  symlinkSync(join(folder, target), join(folder, path));
}

describe("the list of what is packed", () => {
  it("names each package once, with its licence, its hash and what needs it", () => {
    const [inner, outer] = ["pkg:npm/%40scope/inner@2.0.0-rc.1", "pkg:npm/outer@1.0.0"];
    const hex = (letter: string): string => Buffer.alloc(64, letter).toString("hex");
    expect(sbomOf(folder, lockfile)).toEqual({
      bomFormat: "CycloneDX",
      specVersion: "1.6",
      serialNumber: expect.stringMatching(/^urn:uuid:/),
      version: 1,
      metadata: {
        component: {
          type: "application",
          "bom-ref": "pkg:npm/slipway@0.1.0",
          name: "slipway",
          version: "0.1.0",
          purl: "pkg:npm/slipway@0.1.0",
          licenses: [{ expression: "Apache-2.0" }],
        },
      },
      components: [
        {
          type: "library",
          "bom-ref": inner,
          name: "@scope/inner",
          version: "2.0.0-rc.1",
          purl: inner,
          licenses: [{ expression: "(MIT OR Apache-2.0)" }],
          hashes: [{ alg: "SHA-512", content: hex("i") }],
        },
        {
          type: "library",
          "bom-ref": outer,
          name: "outer",
          version: "1.0.0",
          purl: outer,
          licenses: [{ license: { name: "SEE LICENSE IN licence.txt" } }],
          hashes: [{ alg: "SHA-512", content: hex("o") }],
        },
      ],
      dependencies: [
        { ref: inner, dependsOn: [] },
        { ref: outer, dependsOn: [inner] },
        { ref: "pkg:npm/slipway@0.1.0", dependsOn: [outer] },
      ],
    });
  });

  it("is valid CycloneDX, and the same for the same folder", async () => {
    const sbom = sbomOf(folder, lockfile);
    expect(sbomOf(folder, lockfile)).toEqual(sbom);
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(JSON.stringify(sbom))).toBeNull();
    const wrong = { ...sbom, serialNumber: "urn:uuid:1" };
    expect(await validator.validate(JSON.stringify(wrong))).not.toBeNull();
  });

  it("is not made of a package that the lockfile does not know", () => {
    expect(() => sbomOf(folder, lockfile.replace("outer@", "other@"))).toThrow(
      "pnpm-lock.yaml has no sha512 of outer@1.0.0",
    );
  });
});

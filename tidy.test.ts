/** Rules of the repository that lint cannot express. Each lists the places that break it. */
import { readFileSync } from "node:fs";
import { basename, dirname, join, normalize } from "node:path";
import { expect, it } from "@jest/globals";
import { filesOfRepository, root } from "./scripts/words/texts.ts";

const generated = new Set([
  "pnpm-lock.yaml",
  "scripts/clients/npm/pnpm-lock.yaml",
  "openapi.json",
  "openapi-octo.json",
  "gateway/openapi.json",
  "examples/slipway.postman_collection.json",
  "package-lock.json",
  "packages/client/src/generated/groups.ts",
  "packages/client/src/generated/types.ts",
]);

const files = filesOfRepository(/\.(tsx?|mjs|js|json|yaml|yml|md|sh|tpl)$|^\.ci\/|Dockerfile/);
const sources = files.filter((file) => /\.(tsx?|mjs)$/.test(file));
const texts = new Map(
  files.filter((file) => !generated.has(file)).map((file) => [file, read(file)]),
);
const packages = files
  .filter((file) => /^[^/]+(\/[^/]+)?\/package\.json$/.test(file))
  .map(packageAt);

it("has the licence that its manifests and API documents name", () => {
  expect(read("LICENSE")).toMatch(/^\s*Apache License\n\s*Version 2\.0, January 2004\n/);
  const manifests = files.filter((file) => basename(file) === "package.json");
  const named = [...manifests, "openapi.json", "openapi-octo.json"].flatMap((file) => {
    const { license, info } = JSON.parse(read(file)) as {
      license?: string;
      info?: { license: { identifier: string } };
    };
    return license ?? info?.license.identifier ?? [];
  });
  expect([named.length > 3, new Set(named)]).toEqual([true, new Set(["Apache-2.0"])]);
});

it("names files after what they are about", () => {
  const banned = /(^|[-.])(utils?|helpers?|common|shared|base|manager|processor|impl)([-.]|$)/;
  expect(sources.filter((file) => banned.test(basename(file)))).toEqual([]);
});

it("has files of at most 400 lines", () => {
  const isExempt = (file: string) => isTest(file) || file.startsWith("packages/contracts/");
  const isLong = (file: string) =>
    !isExempt(file) && (texts.get(file) ?? "").split("\n").length > 401;
  expect(
    [...texts.keys()].filter((file) => /\.(tsx?|mjs|yaml|sh)$/.test(file) && isLong(file)),
  ).toEqual([]);
});

it("has no file that only passes exports on, but a package's entry and the use cases", () => {
  const entries = new Set(packages.flatMap(({ entries: own }) => own));
  const onlyPassesOn = (file: string) => {
    const rest = withoutComments(file).replaceAll(/export\s[^;]*?\sfrom\s*"[^"]*";/g, "");
    return rest.trim() === "" && !entries.has(file);
  };
  // Jest wants the default export of a file of its own.
  const isForJest = (file: string) => file.startsWith("scripts/test-engine-");
  // A service's table of its actions: `service.ts` serves all that it names.
  const isTable = (file: string) => /^services\/[^/]+\/src\/use-cases\.ts$/.test(file);
  const isFreeTo = (file: string) => isForJest(file) || isTable(file);
  expect(sources.filter((file) => onlyPassesOn(file) && !isFreeTo(file))).toEqual([]);
});

it("skips no test and runs none alone", () => {
  expect(
    linesWith(/\b(it|test|describe)\.(skip|only|todo)\b|\b(xit|xdescribe|fit|fdescribe)\(/, isTest),
  ).toEqual([]);
});

it("sleeps in no test", () => {
  expect(linesWith(/setTimeout\([^)]*\b(resolve|r|done|settle)\b/, isTest)).toEqual([]);
});

it.each([
  // `until` of @slipway/dev/testing-until waits, and says for what.
  ["an end of a wait of its own", /(\bif \(|&& |while \()(Date|performance)\.now\(\) > /],
  ["a time that must not have passed", /(Date|performance)\.now\(\) - \w+\)\.toBeLess/],
  ["a shorter time for a test than Jest's", /^\s*\}, (1?\d|\d)?\d_000\);$/],
  ["a time for others to come", /waitForServices\([^)]*, [1-9][\d_]*, /],
  // `requestOf` and `systemRequestOf` of @slipway/dev/testing-request have the time of tests.
  ["the deadline of a request of the product", /\bownRequest\(/],
])("lets no clock decide a test: %s", (_name, pattern) => {
  const isSlow = (file: string) => /\/test\/[^.]+(\.(int|e2e|browser)\.test)?\.ts$/.test(file);
  expect(linesWith(pattern, isSlow)).toEqual([]);
});

it("leaves nothing open", () => {
  // Without its colon the last one is a currency: that of no currency.
  const marks = /\b(T[O]DO|F[I]XME|H[A]CK|X[X]X:)/;
  expect(linesWith(marks, (file) => !file.endsWith(".md"))).toEqual([]);
});

it("knows no path and no package host of one machine", () => {
  expect(
    linesWith(/\/(work|farm|tmp\/[a-z]+)\/|registry\.npmjs|deb\.debian|proxy\.golang/),
  ).toEqual([]);
});

it("bounds every cache", () => {
  const isProduct = (file: string) =>
    /^(packages|services)\/[^/]+\/src\/|^(gateway|server)\/src\//.test(file) && !isTest(file);
  // By bytes, but where each value is a number.
  const withoutSize = sources.filter(isProduct).flatMap((file) =>
    withoutComments(file)
      .split("new LRUCache")
      .slice(1)
      .filter((made) => {
        const head = made.slice(0, made.indexOf("})"));
        return !head.includes("maxSize") && !/^<\w+, number>\(\{ max:/.test(head);
      })
      .map(() => file),
  );
  expect(withoutSize).toEqual([]);
  // A map of a module lives as long as the process: these have entries of one size and are bounded, or have names of the code.
  const known = [
    ...["departures/src/zone.ts", "departures/src/local-time.ts"].map((file) => `packages/${file}`),
    ...["metrics/src/gauges.ts", "metrics/src/counters.ts"].map((file) => `packages/${file}`),
    "packages/contracts/src/action.ts",
    "packages/store/src/records/read-each.ts",
    "server/src/cli/month-calendar.ts",
  ];
  expect(
    linesWith(
      /^(const|let) \w+ = new (Map|Set)<.*>\(\)/,
      (file) => isProduct(file) && !known.includes(file),
    ),
  ).toEqual([]);
});

it("takes the time as an argument in services and rules", () => {
  const isTimeless = (file: string) =>
    /^(services\/[^/]+|packages\/departures)\/src\//.test(file) && !isTest(file);
  expect(linesWith(/\bnew Date\(\)/, isTimeless)).toEqual([]);
});

it("imports by path only within a package, programs excepted", () => {
  const leaves = (folder: string, file: string) =>
    relativeImports(file).filter((imported) => !imported.startsWith(`${folder}/`));
  const isProgram = (folder: string) => folder === "load-tests" || folder === "simulation";
  const served = packages.filter(({ folder }) => !isProgram(folder));
  const leaving = served.flatMap(({ folder }) =>
    sources.filter((file) => file.startsWith(`${folder}/`)).flatMap((file) => leaves(folder, file)),
  );
  expect(leaving).toEqual([]);
});

it("imports nothing from a layer above, nor one service from another", () => {
  const isForbidden = (file: string, imported: string) =>
    layerOf(imported) > layerOf(file) ||
    (imported.startsWith("services/") &&
      homeOf(imported) !== homeOf(file) &&
      layerOf(file) === layerOf(imported));
  const forbidden = sources
    .filter((file) => !isTest(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((imported) => isForbidden(file, imported))
        .map((imported) => `${file} imports ${imported}`),
    );
  expect(forbidden).toEqual([]);
});

it("loads OpenTelemetry only where telemetry is exported", () => {
  const ofSdk = sources.filter(
    (file) => !isTest(file) && /from "@opentelemetry\//.test(texts.get(file) ?? ""),
  );
  const outside = sources.filter((file) => !isTest(file) && !ofSdk.includes(file));
  const loading = outside.filter((file) => importsOf(file).some((each) => ofSdk.includes(each)));
  expect(ofSdk).toContain("packages/telemetry/src/export-telemetry.ts");
  expect(loading).toEqual(["server/src/start/start-telemetry.ts"]);
  const loader = texts.get("server/src/start/start-telemetry.ts") ?? "";
  expect(loader).toContain('await import("@slipway/telemetry/export")');
  expect(loader).not.toMatch(/from "@slipway\/telemetry/);
});

it("has no circle of imports, of types neither", () => {
  const ofFiles = new Map(sources.map((file) => [file, importsOf(file)]));
  expect(inCircles(ofFiles)).toEqual([]);
});

it("has no circle of packages", () => {
  expect(inCircles(importsBetween(homeOf))).toEqual([]);
});

it("has no circle of folders: each imports only what is below it", () => {
  expect(inCircles(importsBetween(roomOf))).toEqual([]);
});

it("rehearses fail-overs in tests and load tests alone", () => {
  const isRehearsal = (file: string) =>
    isTest(file) || /^load-tests\/|^dev\/src\/replica-set\//.test(file);
  const importing = linesWith(
    /from "(@slipway\/dev|\.[^"]*)\/replica-set(\/|")/,
    (file) => sources.includes(file) && !isRehearsal(file),
  );
  expect(importing).toEqual([]);
});

it("has no source file that nothing imports", () => {
  const dead = packages.flatMap(({ folder, entries }) => {
    const own = sources.filter((file) => isShipped(folder, file) && !isTest(file));
    const mains = own.filter((file) => /(^|[/-])main\.tsx?$/.test(file));
    const reached = reachedFrom([...entries, ...mains], (file) =>
      files.includes(file) ? relativeImports(file) : [],
    );
    return own.filter((file) => !reached.has(file));
  });
  expect(dead).toEqual([]);
});

/** Sources that some program is made of: those of browsers lie in a folder of their own. */
function isShipped(folder: string, file: string): boolean {
  return ["src", "page", "app"].some((name) => file.startsWith(`${folder}/${name}/`));
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

function withoutComments(file: string): string {
  return read(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}

function isTest(file: string): boolean {
  return /\.test\.ts$|\/test\//.test(file);
}

function linesWith(pattern: RegExp, among: (file: string) => boolean = () => true): string[] {
  return [...texts].flatMap(([file, text]) =>
    among(file)
      ? text
          .split("\n")
          .flatMap((line, index) =>
            pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
          )
      : [],
  );
}

interface Package {
  folder: string;
  entries: string[];
  /** Files by the specifiers that name them, such as @slipway/store/testing. */
  exported: Map<string, string>;
}

function packageAt(manifest: string): Package {
  const { name, exports: given = {} } = JSON.parse(read(manifest)) as {
    name: string;
    exports?: string | Record<string, string>;
  };
  const folder = dirname(manifest);
  const paths = Object.entries(typeof given === "string" ? { ".": given } : given);
  const exported = new Map(paths.map(([at, path]) => [join(name, at), join(folder, path)]));
  return { folder, entries: [...exported.values()], exported };
}

/** The lowest is 0; programs that nothing else imports are above all of these. */
function layerOf(file: string): number {
  const layers = [
    // No code: the number of the release.
    "package.json",
    "packages/contracts/",
    "packages/",
    "services/",
    "console/",
    "gateway/",
    "server/",
    "dev/",
  ];
  const layer = layers.findIndex((folder) => file.startsWith(folder));
  return layer < 0 ? layers.length : layer;
}

/** Its package's folder, or the first of its path. */
function homeOf(file: string): string {
  return /^((packages|services)\/)?[^/]+/.exec(file)?.[0] ?? file;
}

/** Its folder. A file that lies loose at the root of its package is a room of its own. */
function roomOf(file: string): string {
  const folder = dirname(file);
  const isRoot = /^(\.|((packages|services)\/)?[^/]+(\/(src|page|app))?)$/.test(folder);
  return isRoot ? file : folder;
}

/** Imports from the files of one place to other places, tests excepted. */
function importsBetween(placeOf: (file: string) => string): Map<string, string[]> {
  const between = new Map<string, string[]>();
  for (const file of sources.filter((each) => !isTest(each))) {
    const place = placeOf(file);
    const others = importsOf(file)
      .map(placeOf)
      .filter((other) => other !== place);
    between.set(place, [...(between.get(place) ?? []), ...others]);
  }
  return between;
}

/** The files of this repository that it imports, by path or by the name of a package. */
function importsOf(file: string): string[] {
  const code = withoutComments(file);
  const byName = [...code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"(@slipway\/[^"\n]+)"/g)];
  const named = byName.flatMap(([, specifier = ""]) =>
    packages.flatMap(({ exported }) => exported.get(specifier) ?? []),
  );
  const byPath = [...code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"(\.[^"\n]+)"/g)];
  const paths = byPath.map(([, path = ""]) => normalize(join(dirname(file), path)));
  return [...named, ...paths.filter((path) => texts.has(path))];
}

/** The nodes that import themselves through others. */
function inCircles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const importsIn = (each: string) => graph.get(each) ?? [];
  return [...graph.keys()].filter((each) => reachedFrom(importsIn(each), importsIn).has(each));
}

function relativeImports(file: string): string[] {
  const found = read(file).matchAll(
    /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)"(\.[^"]*\.(?:tsx?|mjs))"/g,
  );
  return [...found].map(([, path]) => normalize(join(dirname(file), path ?? "")));
}

/** These, what they import, and so on. */
function reachedFrom(
  start: readonly string[],
  importedBy: (file: string) => readonly string[],
): Set<string> {
  const reached = new Set<string>();
  const waiting = [...start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    waiting.push(...importedBy(file));
  }
  return reached;
}

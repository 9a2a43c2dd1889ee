/** The shapes of all stored documents, read from the types that the services' schema.ts give their collections. */
import { readdirSync } from "node:fs";
import ts from "typescript-5.4";
import { sorted } from "./bus-shapes.ts";
import type { Shapes } from "./shape.ts";

/** Deeper than any document: a type that contains itself ends there. */
const depthMax = 8;
/** Values of the database's own types. */
const values = new Set(["Date", "Binary", "Timestamp", "Long"]);

type Noted = Record<string, string[]>;

/** @param root of the repository. It takes seconds: the compiler reads every type. */
export function storedShapes(root: string): Shapes["stored"] {
  const services = readdirSync(`${root}/services`).toSorted();
  const files = services.map((service) => `${root}/services/${service}/src/schema.ts`);
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
  });
  const checker = program.getTypeChecker();
  const found = files.flatMap((file, at) =>
    documentsIn(program.getSourceFile(file), checker).map(([name, type]) => {
      const noted: Noted = {};
      note(checker, noted, { path: "", type, depth: 0 });
      return [`${services[at]}.${name}`, sorted(noted)] as const;
    }),
  );
  return Object.fromEntries(found);
}

/** The type of the documents of each collection. */
function documentsIn(
  file: ts.SourceFile | undefined,
  checker: ts.TypeChecker,
): (readonly [string, ts.Type])[] {
  const exported = file && checker.getSymbolAtLocation(file);
  const named = exported
    ? checker.getExportsOfModule(exported).find(({ name }) => name === "collections")
    : undefined;
  if (!file || !named) throw new Error(`${file?.fileName} declares no collections.`);
  const tables = named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
  return checker
    .getPropertiesOfType(checker.getTypeOfSymbolAtLocation(tables, file))
    .map((table) => {
      const document = checker.getPropertyOfType(checker.getTypeOfSymbol(table), "document");
      if (!document) throw new Error(`${table.name} says no type of its documents.`);
      return [table.name, checker.getTypeOfSymbol(document)] as const;
    });
}

interface Place {
  readonly path: string;
  readonly type: ts.Type;
  readonly depth: number;
}

function note(checker: ts.TypeChecker, noted: Noted, { path, type, depth }: Place): void {
  for (const part of type.isUnion() ? type.types : [type]) {
    if (part.flags & ts.TypeFlags.Undefined) continue;
    const isObject = (part.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
    const name = isObject ? nameOf(checker, part) : checker.typeToString(part);
    (noted[path] ??= []).push(name);
    if (depth >= depthMax) continue;
    if (name === "array")
      for (const item of checker.getTypeArguments(part as ts.TypeReference))
        note(checker, noted, { path: `${path}[]`, type: item, depth: depth + 1 });
    if (name !== "object") continue;
    for (const field of checker.getPropertiesOfType(part)) {
      const mark = field.flags & ts.SymbolFlags.Optional ? "?" : "";
      const own = checker.getTypeOfSymbol(field);
      note(checker, noted, { path: `${path}.${field.name}${mark}`, type: own, depth: depth + 1 });
    }
  }
}

function nameOf(checker: ts.TypeChecker, type: ts.Type): string {
  if (checker.isArrayType(type) || checker.isTupleType(type)) return "array";
  const name = type.symbol?.name ?? "";
  return values.has(name) ? name : "object";
}

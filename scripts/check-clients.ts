/**
 * `npm run check:clients`: five generators make clients of the document that a server answers, and our own is packed.
 * The clients compile, and all but Go's sell, find a departure sold out and cancel on that server. A generator that
 * the machine lacks is named and left out.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Generator, Made } from "./clients/generated.ts";
import { oapiCodegen } from "./clients/go.ts";
import { openapiGenerator } from "./clients/java.ts";
import { packedClient } from "./clients/packed.ts";
import { openapiPythonClient } from "./clients/python.ts";
import { type SoldBy, withSale } from "./clients/sale.ts";
import { heyApi, openapiTypescript } from "./clients/typescript.ts";

const generators = [
  packedClient,
  openapiTypescript,
  heyApi,
  openapiPythonClient,
  openapiGenerator,
  oapiCodegen,
];

const scratch = await mkdtemp(join(tmpdir(), "slipway-generated-"));
try {
  process.exitCode = await withSale(checkAll);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function checkAll(sold: SoldBy): Promise<number> {
  let failed = 0;
  print("generator", "models", "lines", "");
  await writeFile(join(scratch, "openapi.json"), sold.document);
  // One after the other: each sells all places of the first departure, and cancels.
  for (const generator of generators) {
    const lacking = await generator.missing?.();
    if (lacking !== undefined) {
      print(generator.name, "-", "-", `left out: ${lacking}`);
      continue;
    }
    try {
      const made = await madeBy(generator, sold);
      const { models, lines, bookingId } = made;
      if (bookingId !== undefined) await seeCancelled(sold, bookingId);
      print(generator.name, models, lines, bookingId ? "compiles, sells" : "compiles");
      assertSize(generator, made);
    } catch (error) {
      failed++;
      print(generator.name, "-", "-", `FAILED\n${messageOf(error)}`);
    }
  }
  return failed === 0 ? 0 : 1;
}

async function madeBy(generator: Generator, { sale }: SoldBy): Promise<Made> {
  const folder = await mkdtemp(join(scratch, "client-"));
  const document = join(scratch, "openapi.json");
  return generator.make({ folder, document, sale: JSON.stringify(sale) });
}

/** A program that only says that it has sold would pass otherwise. */
async function seeCancelled({ slipway, sale }: SoldBy, id: string): Promise<void> {
  const { status, pricingSnapshot } = await slipway.bookings.get(id);
  if (status !== "CANCELLED" || pricingSnapshot?.retail !== sale.retail)
    throw new Error(`Its booking ${id} is ${status} and costs ${pricingSnapshot?.retail}.`);
}

function assertSize({ modelsMax = Infinity, linesMax = Infinity }: Generator, made: Made): void {
  if (made.models >= modelsMax) throw new Error(`Fewer than ${modelsMax} models are allowed.`);
  if (made.lines >= linesMax) throw new Error(`Fewer than ${linesMax} lines are allowed.`);
}

function print(name: string, models: number | string, lines: number | string, end: string): void {
  const columns = [name.padEnd(24), String(models).padStart(6), String(lines).padStart(8), end];
  process.stdout.write(`${columns.join("  ").trimEnd()}\n`);
}

function messageOf(error: unknown): string {
  const { message, stderr } = error as { message: string; stderr?: string };
  return stderr === undefined || stderr === "" ? message : stderr;
}

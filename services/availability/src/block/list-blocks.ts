import { type Request, call } from "@slipway/broker";
import {
  type InputOf,
  type OutputOf,
  type availability,
  catalog,
  pageItemsMax,
  supplierOf,
} from "@slipway/contracts";
import type { BlockDeps } from "./deps.ts";
import { type Block, blockRecord } from "../record/block.ts";

/** Lists the blocks that the caller reaches, with startAt < to and endAt > from, by startAt. */
export async function listBlocks(
  deps: BlockDeps,
  request: Request,
  { from, to, page }: InputOf<typeof availability.listBlocks>,
): Promise<OutputOf<typeof availability.listBlocks>> {
  const { caller } = request;
  const supplierId = supplierOf(caller);
  const range = { from: new Date(from), to: new Date(to), supplierId };
  const { items: read, more } = await deps.blocks.listOverlapping(caller.tenantId, range, {
    after: page === undefined ? undefined : parseToken(page),
    limit: pageItemsMax,
  });
  const reached = supplierId === undefined ? read : await among(request, read, supplierId);
  const last = read.at(-1);
  return {
    items: reached.map(blockRecord),
    next: more && last ? `${last.startAt.toISOString()} ${last.id}` : null,
  };
}

/** The blocks of the supplier: a block of an earlier release shows by its product whose it is. */
async function among(
  request: Request,
  blocks: readonly Block[],
  supplierId: string,
): Promise<Block[]> {
  const ofUnknown = blocks.filter((block) => block.supplierId === undefined);
  const products = [...new Set(ofUnknown.map(({ productId }) => productId))];
  const facts = await Promise.all(
    products.map((productId) => call(request, catalog.getProductFacts, { productId })),
  );
  const own = new Set(
    facts.filter((each) => each.supplierId === supplierId).map(({ productId }) => productId),
  );
  return blocks.filter((block) => block.supplierId === supplierId || own.has(block.productId));
}

function parseToken(token: string): { startAt: Date; id: string } | undefined {
  const [time = "", id = ""] = token.split(" ");
  const startAt = new Date(time);
  return Number.isNaN(startAt.getTime()) ? undefined : { startAt, id };
}

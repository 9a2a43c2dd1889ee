import { unlessRefused } from "@slipway/broker";
import { leftFileMs, unfinishedFileMs } from "../constants.ts";
import type { PhotoDeps } from "./deps.ts";
import type { ProductDocument } from "../record/schema.ts";

/**
 * Removes files that photos have left and uploads that nobody has finished, of every tenant. One that cannot be settled
 * holds up no other; its error is thrown behind them.
 */
export async function sweepPhotos(deps: PhotoDeps): Promise<void> {
  const now = deps.clock();
  const [left, unfinished] = await Promise.all([
    deps.products.listLeft("leftFiles", new Date(now - leftFileMs)),
    deps.photoFiles.listUnfinished(new Date(now - unfinishedFileMs)),
  ]);
  const steps = [
    ...left.map((product) => () => dropLeft(deps, product, now - leftFileMs)),
    ...unfinished.map((file) => () => settleUnfinished(deps, file)),
  ];
  const errors: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/** The product names them until they are gone: a crash between leaves that to the next sweep. */
async function dropLeft(
  deps: PhotoDeps,
  { tenantId, _id, leftFiles = [] }: ProductDocument,
  before: number,
): Promise<void> {
  const due = leftFiles.filter(({ since }) => since.getTime() < before);
  for (const { fileId } of due) await deps.photoFiles.drop(tenantId, fileId);
  const gone = new Set(due.map(({ fileId }) => fileId));
  await deps.products.change(tenantId, _id, deps.clock(), (product) => ({
    set: { leftFiles: (product.leftFiles ?? []).filter(({ fileId }) => !gone.has(fileId)) },
    unseen: true,
  }));
}

/**
 * An upload that was begun long ago is one that a photo names, whose finishing was cut short, or nobody's. In order:
 * (1) the file is marked; (2) the product's revision is raised, unless one of its photos names the file; (3) the file
 * goes. A request that makes a photo reads the product, then the file, then writes by the product's revision. Before
 * (2) the sweep sees its photo. After (2) the request loses, looks again and finds the mark. Without a product the file is
 * nobody's.
 */
async function settleUnfinished(
  deps: PhotoDeps,
  { tenantId, fileId, productId }: { tenantId: string; fileId: string; productId: string },
): Promise<void> {
  await deps.photoFiles.markDropping(tenantId, fileId);
  const raised = deps.products.change(tenantId, productId, deps.clock(), (current) =>
    current.photos?.some((each) => each.fileId === fileId) ? null : { set: {}, unseen: true },
  );
  const product = await unlessRefused("NOT_FOUND", raised);
  const isNamed = product?.photos?.some((each) => each.fileId === fileId) ?? false;
  const isLeft = product?.leftFiles?.some((each) => each.fileId === fileId) ?? false;
  if (isNamed) await deps.photoFiles.keep(tenantId, fileId);
  else if (!isLeft) await deps.photoFiles.drop(tenantId, fileId);
}

import { type Request, call, refuse, refuseUnknown } from "@slipway/broker";
import { type InputOf, catalog, type resourcesCapacity } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { laterThan, newId } from "@slipway/store";
import type { ResourceDeps } from "./deps.ts";
import { listLinks } from "./list-links.ts";
import {
  type Requirement,
  type RequirementRecord,
  type Resource,
  isStale,
  requirementAfter,
  requirementRecord,
} from "../ledger/resource.ts";
import { writeAttemptsMax } from "../constants.ts";

type SetRequirementInput = InputOf<typeof resourcesCapacity.setRequirement>;

/**
 * Makes an option require a resource, or changes how much. An upsert, unique because requirements are
 * stored inside their resource. Every claim decided after the reply obeys it.
 */
export async function setRequirement(
  deps: ResourceDeps,
  request: Request,
  input: SetRequirementInput,
): Promise<RequirementRecord> {
  const { tenantId } = request.caller;
  const option = await call(request, catalog.getOptionFacts, { optionId: input.id });
  for (let attempt = 0; attempt < writeAttemptsMax; attempt++) {
    const resource = await deps.resources.getToChange(tenantId, input.resourceId);
    if (!resource) throw refuseUnknown("resourceId");
    if (resource.supplierId !== option.supplierId) throw refuse("SUPPLIER_MISMATCH");
    if (isBeingDeleted(resource, deps.clock())) {
      if (!(await deps.resources.confirmUnchanged(resource))) continue;
      throw refuse("INVALID_STATE", { detail: "The resource is being deleted." });
    }
    if (option.archived) throw refuse("ARCHIVED");
    const saved = await save(deps, request, { resource, input });
    if (saved) return requirementRecord(resource, saved);
  }
  throw refuse("VERSION_CONFLICT");
}

function isBeingDeleted({ resizing }: Resource, now: number): boolean {
  return resizing !== undefined && resizing.isDeletion && !isStale(resizing, now);
}

async function save(
  deps: ResourceDeps,
  request: Request,
  { resource, input }: { resource: Resource; input: SetRequirementInput },
): Promise<Requirement | null> {
  const { id: optionId, resourceId: _, ...wanted } = input;
  const { tenantId, supplierId } = resource;
  const now = deps.clock();
  const current = resource.requirements.find((each) => each.optionId === optionId);
  const madeAt = await nextMadeAt(deps, tenantId, { optionId, now });
  const fresh = { id: newId("req", now), optionId, madeAt };
  const next = requirementAfter(current, wanted, fresh);
  const stands = next
    ? await write(deps, request, { resource, current, next, now })
    : await deps.resources.confirmUnchanged(resource);
  if (!stands) return null;
  // Even if nothing changes: the process that made the change may have crashed before its bump.
  // mark: bump-all-ledgers
  await deps.ledgers.bumpOpenVersions(tenantId, supplierId, now);
  await deps.days.noteLinked(tenantId, supplierId, now);
  return next ?? current ?? null;
}

interface RequirementWrite {
  readonly resource: Resource;
  readonly current: Requirement | undefined;
  readonly next: Requirement;
  readonly now: number;
}

/** Null: another write came first. */
function write(
  deps: ResourceDeps,
  request: Request,
  { resource, current, next, now }: RequirementWrite,
): Promise<Resource | null> {
  const others = resource.requirements.filter((each) => each !== current);
  const event = eventOf(request.caller, now, {
    entityId: next.id,
    after: requirementRecord(resource, next),
    ...(current
      ? { type: "resourceRequirement.updated", before: requirementRecord(resource, current) }
      : { type: "resourceRequirement.created", before: null }),
  });
  const set = { requirements: [...others, next] };
  // A stale lock of a deletion is removed by the same write.
  const unlock = resource.resizing?.isDeletion ?? false;
  return deps.resources.save(resource, { set, unlock, change: { event } });
}

/** Later than the option's other requirements, even if two are created in one millisecond. */
async function nextMadeAt(
  deps: ResourceDeps,
  tenantId: string,
  { optionId, now }: { optionId: string; now: number },
): Promise<Date> {
  const links = await listLinks(deps, tenantId, optionId);
  const last = links.at(-1)?.requirement.madeAt;
  return last ? laterThan(last, now) : new Date(now);
}

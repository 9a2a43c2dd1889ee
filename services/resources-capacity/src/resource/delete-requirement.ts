import { type Request, call, refuse } from "@slipway/broker";
import { type InputOf, availability, type resourcesCapacity } from "@slipway/contracts";
import { eventOf } from "@slipway/events";
import { newId } from "@slipway/store";
import type { ResourceDeps } from "./deps.ts";
import { listLinks } from "./list-links.ts";
import {
  type Lock,
  type Requirement,
  type Resource,
  isStale,
  requirementRecord,
} from "../ledger/resource.ts";

interface LinkName {
  readonly optionId: string;
  readonly resourceId: string;
}

/**
 * Unlinks a resource from an option. Refuses the last link of an option with active periods: it closes
 * the link, asks availability for periods, then removes or reopens the link. Availability reads the
 * links after it has written a period, so one of the two sees the other.
 */
export async function deleteRequirement(
  deps: ResourceDeps,
  request: Request,
  link: InputOf<typeof resourcesCapacity.deleteRequirement>,
): Promise<{ deleted: true }> {
  const { tenantId } = request.caller;
  const closing = await close(deps, tenantId, link);
  try {
    if (await isLastOfSold(deps, request, link)) throw refuse("RESOURCE_IN_USE");
  } catch (error) {
    // Reopen in any case, so that a repeat does not meet our own lock.
    await reopen(deps, tenantId, { link, closing });
    throw error;
  }
  await remove(deps, request, { link, closing });
  return { deleted: true };
}

/** Removes every requirement of a deleted option. Repeatable. */
export async function dropRequirements(
  deps: ResourceDeps,
  request: Request,
  { optionId }: InputOf<typeof resourcesCapacity.dropRequirements>,
): Promise<{ dropped: number }> {
  const resources = await deps.resources.listOfOption(request.caller.tenantId, optionId);
  let dropped = 0;
  for (const { id: resourceId } of resources)
    if (await remove(deps, request, { link: { optionId, resourceId } })) dropped++;
  return { dropped };
}

async function close(deps: ResourceDeps, tenantId: string, link: LinkName): Promise<Lock> {
  for (;;) {
    const { resource, requirement } = await find(deps, tenantId, link);
    const now = deps.clock();
    if (requirement.closing && !isStale(requirement.closing, now)) {
      if (!(await deps.resources.confirmUnchanged(resource))) continue;
      throw refuse("INVALID_STATE", { detail: "The resource is being unlinked already." });
    }
    const closing = { attempt: newId("cls", now), since: new Date(now) };
    const requirements = replace(resource, requirement, { ...requirement, closing });
    if (await deps.resources.save(resource, { set: { requirements } })) return closing;
  }
}

/** A link that is being deleted does not count as another one: its deletion may succeed. */
async function isLastOfSold(
  deps: ResourceDeps,
  request: Request,
  { optionId, resourceId }: LinkName,
): Promise<boolean> {
  const links = await listLinks(deps, request.caller.tenantId, optionId);
  const others = links.filter(({ resource }) => resource.id !== resourceId);
  if (others.some(({ requirement }) => !requirement.closing)) return false;
  return (await call(request, availability.hasActivePeriods, { optionId })).found;
}

async function reopen(
  deps: ResourceDeps,
  tenantId: string,
  { link, closing }: { link: LinkName; closing: Lock },
): Promise<void> {
  for (;;) {
    const { resource, requirement } = await find(deps, tenantId, link);
    if (requirement.closing?.attempt !== closing.attempt) return;
    const { closing: own, ...open } = requirement;
    const requirements = replace(resource, requirement, open);
    if (await deps.resources.save(resource, { set: { requirements } })) return;
  }
}

/** False if it is gone already. With a lock, refuses once another process has removed the lock. */
async function remove(
  deps: ResourceDeps,
  request: Request,
  { link, closing }: { link: LinkName; closing?: Lock },
): Promise<boolean> {
  for (;;) {
    const resource = await deps.resources.getToChange(request.caller.tenantId, link.resourceId);
    const requirement = resource?.requirements.find((each) => each.optionId === link.optionId);
    if (!resource) return false;
    if (!requirement) {
      if (!(await deps.resources.confirmUnchanged(resource))) continue;
      await bumpVersions(deps, resource);
      return false;
    }
    if (closing && requirement.closing?.attempt !== closing.attempt)
      throw refuse("SERVICE_UNAVAILABLE");
    const now = deps.clock();
    const event = eventOf(request.caller, now, {
      type: "resourceRequirement.deleted",
      entityId: requirement.id,
      before: requirementRecord(resource, requirement),
      after: null,
    });
    const set = { requirements: resource.requirements.filter((each) => each !== requirement) };
    if (!(await deps.resources.save(resource, { set, change: { event } }))) continue;
    await bumpVersions(deps, resource);
    return true;
  }
}

async function find(
  deps: ResourceDeps,
  tenantId: string,
  { optionId, resourceId }: LinkName,
): Promise<{ resource: Resource; requirement: Requirement }> {
  for (;;) {
    const resource = await deps.resources.getToChange(tenantId, resourceId);
    const requirement = resource?.requirements.find((each) => each.optionId === optionId);
    if (!resource) throw refuse("NOT_FOUND");
    if (requirement) return { resource, requirement };
    if (!(await deps.resources.confirmUnchanged(resource))) continue;
    await bumpVersions(deps, resource);
    throw refuse("NOT_FOUND");
  }
}

/** A repeat does it again: the process that removed the requirement may have crashed before. */
async function bumpVersions(deps: ResourceDeps, { tenantId, supplierId }: Resource): Promise<void> {
  const now = deps.clock();
  // mark: bump-after-unlink
  await deps.ledgers.bumpOpenVersions(tenantId, supplierId, now);
  await deps.days.noteLinked(tenantId, supplierId, now);
}

function replace(
  { requirements }: Resource,
  old: Requirement,
  next: Requirement,
): readonly Requirement[] {
  return requirements.map((each) => (each === old ? next : each));
}

import { type Request, call, refuse } from "@slipway/broker";
import { type InputOf, availability, type resourcesCapacity } from "@slipway/contracts";
import { eventOf, newId } from "@slipway/store";
import type { Deps } from "../deps.ts";
import { listLinks } from "./list-links.ts";
import {
  type Mark,
  type Requirement,
  type Resource,
  isStale,
  requirementRecord,
} from "./resource.ts";

interface LinkName {
  readonly optionId: string;
  readonly resourceId: string;
}

/**
 * Unlinks a resource from an option. The last link of an option with active periods stays: it is
 * closed first, then periods are looked for, then it is removed or opened again. Whoever makes a
 * period looks for links after writing it, so one of the two sees the other.
 */
export async function deleteRequirement(
  deps: Deps,
  request: Request,
  link: InputOf<typeof resourcesCapacity.deleteRequirement>,
): Promise<{ deleted: true }> {
  const { tenantId } = request.caller;
  const closing = await close(deps, tenantId, link);
  try {
    if (await isLastOfSold(deps, request, link)) throw refuse("RESOURCE_IN_USE");
  } catch (error) {
    // Nothing is removed, whether periods stand or could not be looked for: a repeat meets no mark.
    await reopen(deps, tenantId, { link, closing });
    throw error;
  }
  await remove(deps, request, { link, closing });
  return { deleted: true };
}

/** Removes every requirement of an option that is gone. Repeatable. */
export async function dropRequirements(
  deps: Deps,
  request: Request,
  { optionId }: InputOf<typeof resourcesCapacity.dropRequirements>,
): Promise<{ dropped: number }> {
  const resources = await deps.resources.listOfOption(request.caller.tenantId, optionId);
  let dropped = 0;
  for (const { id: resourceId } of resources)
    if (await remove(deps, request, { link: { optionId, resourceId } })) dropped++;
  return { dropped };
}

async function close(deps: Deps, tenantId: string, link: LinkName): Promise<Mark> {
  for (;;) {
    const { resource, requirement } = await find(deps, tenantId, link);
    const now = deps.clock();
    if (requirement.closing && !isStale(requirement.closing, now)) {
      if (!(await deps.resources.isStill(resource))) continue;
      throw refuse("INVALID_STATE");
    }
    const closing = { attempt: newId("cls", now), since: new Date(now) };
    const requirements = replace(resource, requirement, { ...requirement, closing });
    if (await deps.resources.save(resource, { set: { requirements } })) return closing;
  }
}

/** Of two links deleted at once each counts as the last one: neither is sure that the other stays. */
async function isLastOfSold(
  deps: Deps,
  request: Request,
  { optionId, resourceId }: LinkName,
): Promise<boolean> {
  const links = await listLinks(deps, request.caller.tenantId, optionId);
  const others = links.filter(({ resource }) => resource.id !== resourceId);
  if (others.some(({ requirement }) => !requirement.closing)) return false;
  return (await call(request, availability.hasActivePeriods, { optionId })).found;
}

async function reopen(
  deps: Deps,
  tenantId: string,
  { link, closing }: { link: LinkName; closing: Mark },
): Promise<void> {
  for (;;) {
    const { resource, requirement } = await find(deps, tenantId, link);
    if (requirement.closing?.attempt !== closing.attempt) return;
    const { closing: own, ...open } = requirement;
    const requirements = replace(resource, requirement, open);
    if (await deps.resources.save(resource, { set: { requirements } })) return;
  }
}

/** False when it is gone already. With a mark, only while that stands. */
async function remove(
  deps: Deps,
  request: Request,
  { link, closing }: { link: LinkName; closing?: Mark },
): Promise<boolean> {
  for (;;) {
    const resource = await deps.resources.getToChange(request.caller.tenantId, link.resourceId);
    const requirement = resource?.requirements.find((each) => each.optionId === link.optionId);
    if (!resource) return false;
    if (!requirement) {
      if (!(await deps.resources.isStill(resource))) continue;
      await raiseAgain(deps, resource);
      return false;
    }
    if (closing && requirement.closing?.attempt !== closing.attempt)
      throw refuse("SERVICE_UNAVAILABLE");
    const now = deps.clock();
    const event = eventOf(request.caller, now, {
      entityType: "resourceRequirement",
      entityId: requirement.id,
      verb: "delete",
      before: requirementRecord(resource, requirement),
      after: null,
    });
    const set = { requirements: resource.requirements.filter((each) => each !== requirement) };
    const told = { event };
    if (!(await deps.resources.save(resource, { set, told }))) continue;
    await deps.ledgers.raiseAll(resource.tenantId, resource.supplierId, now);
    return true;
  }
}

async function find(
  deps: Deps,
  tenantId: string,
  { optionId, resourceId }: LinkName,
): Promise<{ resource: Resource; requirement: Requirement }> {
  for (;;) {
    const resource = await deps.resources.getToChange(tenantId, resourceId);
    const requirement = resource?.requirements.find((each) => each.optionId === optionId);
    if (!resource) throw refuse("NOT_FOUND");
    if (requirement) return { resource, requirement };
    if (!(await deps.resources.isStill(resource))) continue;
    await raiseAgain(deps, resource);
    throw refuse("NOT_FOUND");
  }
}

/** Who removed the requirement may have died before the views fell. */
function raiseAgain(deps: Deps, { tenantId, supplierId }: Resource): Promise<void> {
  return deps.ledgers.raiseAll(tenantId, supplierId, deps.clock());
}

function replace(
  { requirements }: Resource,
  old: Requirement,
  next: Requirement,
): readonly Requirement[] {
  return requirements.map((each) => (each === old ? next : each));
}

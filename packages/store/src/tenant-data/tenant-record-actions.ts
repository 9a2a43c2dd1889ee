import type { Request } from "@slipway/broker";
import type { Deletion, ExportPage, TenantRecords } from "./tenant-records.ts";

interface WithRecords {
  readonly tenantRecords: TenantRecords;
}

/** The use case of any service: a part of what it has of the caller's tenant, as JSON lines. */
export function exportRecords(
  { tenantRecords }: WithRecords,
  { caller }: Request,
  { page }: { page?: string | undefined },
): Promise<ExportPage> {
  return tenantRecords.exportPart(caller.tenantId, page);
}

/** The use case of any service: deletes a part of what it has of the caller's tenant. Repeatable. */
export function deleteRecords(
  { tenantRecords }: WithRecords,
  { caller }: Request,
  { page }: { page?: string | undefined },
): Promise<Deletion> {
  return tenantRecords.deletePart(caller.tenantId, page);
}

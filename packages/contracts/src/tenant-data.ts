/** Internal, for the operator: one pair per service that exports and deletes all records of the caller's tenant. */
import { z } from "zod";
import { mutation, read } from "./action.ts";
import { page, paged } from "./bus-page.ts";
import { count } from "./primitives.ts";
import { busServices } from "./roles.ts";

/** The service's record of the tenant itself goes last, by `auth.deleteTenant`. */
function tenantDataOf<Name extends string>(service: Name) {
  return {
    service,
    /** JSON lines, each with the collection and one document of it, without secrets; in pages of the bus. */
    exportRecords: read(`${service}.exportRecords`, {
      input: z.object({ page }),
      output: paged(z.string()),
    }),
    /** Deletes a part of them at a time. Repeated from the start, it deletes what has come since. */
    deleteRecords: mutation(`${service}.deleteRecords`, {
      input: z.object({ page }),
      output: z.object({
        /** How many documents, by collection. */
        deleted: z.record(z.string(), count),
        next: z.string().nullable(),
      }),
    }),
  };
}

type Service = (typeof busServices)[number];

/** The tenant-data actions of every service, by its name on the bus. */
export const ofServices = Object.fromEntries(
  busServices.map((service) => [service, tenantDataOf(service)]),
) as { readonly [Name in Service]: ReturnType<typeof tenantDataOf<Name>> };

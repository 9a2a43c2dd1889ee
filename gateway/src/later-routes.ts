import { type Row, laterRoute } from "./route.ts";

/** Routes whose features come with later issues. They are here so that the interface is complete. */
export const laterRows: readonly Row[] = [
  laterRoute("GET /products/{id}/photos", "catalog:read", "Photos of a product"),
  laterRoute("POST /products/{id}/photos", "catalog:write", "Adds a photo"),
  laterRoute("PUT /products/{id}/photos/{photoId}", "catalog:write", "Replaces a photo"),
  laterRoute("DELETE /products/{id}/photos/{photoId}", "catalog:write", "Deletes a photo"),
  laterRoute("GET /products/{id}/photos/{photoId}/content", "catalog:read", "The bytes of a photo"),
];

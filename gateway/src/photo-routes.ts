import { photos } from "@slipway/contracts";
import { photoContent } from "./photo-content.ts";
import { addPhoto, changePhoto } from "./photo-joins.ts";
import { route } from "./route.ts";

/** An upload of ten megabytes through a busy cluster. */
const patience = { deadlineMs: 30_000 };

export const photoRows = [
  route("GET /products/{id}/photos", "catalog:read", photos.listPhotos, {
    summary: "Photos of a product, in their order",
  }),
  route("POST /products/{id}/photos", "catalog:write", addPhoto, {
    summary: "Adds a photo behind the others",
    ...patience,
  }),
  route("PUT /products/{id}/photos/{photoId}", "catalog:write", changePhoto, {
    summary: "Replaces the bytes of a photo, which keeps its id and its place",
    ...patience,
  }),
  route("DELETE /products/{id}/photos/{photoId}", "catalog:write", photos.deletePhoto, {
    summary: "Deletes a photo",
  }),
  route("GET /products/{id}/photos/{photoId}/content", "catalog:read", photoContent, {
    summary: "The bytes of a photo; a range of them on request",
    weight: 0.25,
  }),
];

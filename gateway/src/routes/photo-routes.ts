import { photos } from "@slipway/contracts";
import { uploadMs } from "../constants.ts";
import { photoContent, photoWeight } from "./photo-content.ts";
import { addPhoto, changePhoto } from "./photo-uploads.ts";
import { defineRoute } from "../route/route.ts";

const patience = { deadlineMs: uploadMs };

export const photoRoutes = [
  defineRoute("GET /products/{id}/photos", "catalog:read", photos.listPhotos, {
    narrowing: { ids: { id: "product" } },
    summary: "Photos of a product, in their order",
  }),
  defineRoute("POST /products/{id}/photos", "catalog:write", addPhoto, {
    narrowing: { ids: { id: "product" } },
    summary: "Adds a photo behind the others",
    operationId: "createPhoto",
    ...patience,
  }),
  defineRoute("PUT /products/{id}/photos/{photoId}", "catalog:write", changePhoto, {
    narrowing: { ids: { id: "product" } },
    summary: "Replaces the bytes of a photo, which keeps its id and its place",
    operationId: "replacePhoto",
    ...patience,
  }),
  defineRoute("DELETE /products/{id}/photos/{photoId}", "catalog:write", photos.deletePhoto, {
    narrowing: { ids: { id: "product" } },
    summary: "Deletes a photo",
  }),
  defineRoute("PUT /products/{id}/photo-order", "catalog:write", photos.setPhotoOrder, {
    narrowing: { ids: { id: "product" } },
    summary: "Orders the photos of a product",
  }),
  defineRoute("GET /products/{id}/photos/{photoId}/content", "catalog:read", photoContent, {
    narrowing: { ids: { id: "product" } },
    summary: "The bytes of a photo; a range of them on request",
    operationId: "getPhotoContent",
    weight: photoWeight,
  }),
];

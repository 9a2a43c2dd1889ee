/** The parts of the gateway that its OpenAPI documents are made of. */
export { problemOf } from "./http/problem.ts";
export { octoErrorCodes } from "./octo/errors.ts";
export { notificationType } from "./octo/notification-routes.ts";
export { octoPrefix } from "./octo/octo-route.ts";
export { octoRoutes } from "./octo/octo-routes.ts";
export {
  type Route,
  bodyUse,
  clientFields,
  hasTag,
  inputPlace,
  operationIdOf,
  pathFields,
  readsIfMatch,
} from "./route/route.ts";
export { routes } from "./routes/routes.ts";
export { takesOverrides } from "./serve/apply-narrowing.ts";

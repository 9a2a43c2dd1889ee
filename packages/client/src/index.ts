export type {
  Answered,
  Call,
  CallOptions,
  ChangeFeed,
  ChangesFrom,
  ChangesSince,
  CreateOptions,
  NoFilters,
  Paging,
} from "./call.ts";
export type { BookingPatch, ChangeOptions } from "./change-booking.ts";
export { type BookingMethods, type Slipway, createClient } from "./create-client.ts";
export {
  type AnyCode,
  SlipwayAbortError,
  SlipwayConnectionError,
  SlipwayProblem,
  isOutcomeUnknown,
  isProblem,
} from "./errors.ts";
export type * from "./generated/groups.ts";
export { apiVersion } from "./generated/operations.ts";
export type * from "./generated/types.ts";
export type { ClientOptions, DeprecationWarning } from "./settings.ts";
export {
  type VerifyOptions,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
  verifyWebhook,
} from "./verify-webhook.ts";

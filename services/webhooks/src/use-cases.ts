/** The use cases of the contracts, each under the name of its action. */
export { acceptChanges, acceptUpdate, listListeners } from "./delivery/accept-changes.ts";
export { eraseDeliveries } from "./delivery/erase-deliveries.ts";
export { getDelivery } from "./delivery/get-delivery.ts";
export { listBookingDeliveries, listDeliveries } from "./delivery/list-deliveries.ts";
export { resendDelivery } from "./delivery/resend-delivery.ts";
export { getSecret, getSubscription } from "./record/get-subscription.ts";
export { createSubscription } from "./subscription/create-subscription.ts";
export { deleteSubscription } from "./subscription/delete-subscription.ts";
export { listSubscriptions } from "./subscription/list-subscriptions.ts";
export { rotateSecret } from "./subscription/rotate-secret.ts";
export { testSubscription } from "./subscription/test-subscription.ts";
export { updateSubscription } from "./subscription/update-subscription.ts";

export { auditConsumer } from "./audit-consumer.ts";
export * from "./committed-event.ts";
export { erasureConsumer } from "./erasure-consumer.ts";
export * from "./outbox-actions.ts";
export { syncConsumer } from "./sync-consumer.ts";
export * from "./typed-consumer.ts";
export { webhooksConsumer } from "./webhooks-consumer.ts";

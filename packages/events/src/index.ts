export { auditConsumer, entryOf } from "./audit-consumer.ts";
export { changesOf, createdEvent } from "./changes-of.ts";
export * from "./committed-event.ts";
export { deliverEach } from "./deliver-each.ts";
export { erasureConsumer } from "./erasure-consumer.ts";
export * from "./outbox-actions.ts";
export { syncConsumer, webhooksConsumer } from "./listener-consumers.ts";
export { consumerOf, isOfTypes } from "./typed-consumer.ts";

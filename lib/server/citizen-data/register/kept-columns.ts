import "server-only";

/** Columns in which words about an erased person can remain, each with the reason. Printed in docs/citizens-data.md. */
export const COLUMNS_KEPT_AFTER_ERASURE: Readonly<Record<string, string>> = {
  "idempotency_keys.answer": "Responses to repeated requests. Deleted after a day.",
  "exports.filter": "Search words of an admin's download. Deleted after a day.",
  "outbox.payload": "A mail, push or webhook that is being sent. Deleted once it is delivered.",
  "saved_views.search": "A filter that an admin saved. The admin deletes it.",
  "faq_misses.query": "A question typed in the app, stored without its author.",
  "transactions.description": "What another citizen wrote about a payment to the person. It belongs to the payer.",
  "ireports.text": "What another citizen reported. It belongs to that report.",
};

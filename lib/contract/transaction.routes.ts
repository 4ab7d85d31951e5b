import { accessPoliciesOf } from "./access";
import { disputeRoutes } from "./dispute.routes";
import { route } from "./route";

const { read, create, update, remove, exporting } = accessPoliciesOf("Transactions");

/** Method, path and policy of the calls of the Transactions module. */
export const transactionRoutes = {
  overview: route("GET", "/transactions/overview", read, { replica: true }),
  list: route("GET", "/transactions", read, { replica: true }),
  export: route("POST", "/transactions/export", exporting, {
    secret: true,
    proof: true,
    personal: ["transaction.name", "transaction.phone", "transaction.card"],
  }),
  methods: route("GET", "/transactions/payment-methods", read),
  method: route("GET", "/transactions/payment-methods/{methodId}", read),
  createMethod: route("POST", "/transactions/payment-methods", create),
  updateMethod: route("PATCH", "/transactions/payment-methods/{methodId}", update),
  deleteMethod: route("DELETE", "/transactions/payment-methods/{methodId}", remove),
  ...disputeRoutes,
  single: route("GET", "/transactions/{transactionId}", read),
  receipt: route("POST", "/transactions/{transactionId}/receipt", exporting, {
    secret: true,
    personal: ["transaction.name", "transaction.phone", "transaction.card", "transaction.bank_account"],
  }),
  requery: route("PATCH", "/transactions/{transactionId}/requery", update),
  refund: route("POST", "/transactions/{transactionId}/refund", update, { idempotent: true }),
  retryRefund: route("POST", "/transactions/{transactionId}/retry-refund", update, { idempotent: true }),
  dispute: route("PATCH", "/transactions/{transactionId}/dispute", update, { idempotent: true }),
  decideAccount: route("PATCH", "/transactions/{transactionId}/account-name", update, { idempotent: true }),
  beginFromApp: route("POST", "/app/payments", "app"),
  singleForApp: route("GET", "/app/payments/{transactionId}", "app"),
  listForApp: route("GET", "/app/users/{userId}/transactions", "app", { replica: true }),
  recipientForApp: route("GET", "/app/recipients", "app"),
  banksForApp: route("GET", "/app/banks", "app"),
  transferFromApp: route("POST", "/app/transfers", "app", { idempotent: true }),
  withdrawFromApp: route("POST", "/app/withdrawals", "app", { idempotent: true }),
};

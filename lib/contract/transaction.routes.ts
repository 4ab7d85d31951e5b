import { needs } from "./access";
import { route } from "./route";

const feature = "Transactions";

export const transactionRoutes = {
  overview: route(
    "GET",
    "/transactions/overview",
    needs(feature, "read"),
    "Volume, fees and success of some days against as many before",
  ),
  list: route("GET", "/transactions", needs(feature, "read"), "Transactions, newest first"),
  export: route("POST", "/transactions/export", needs(feature, "export"), "Make a link that downloads transactions", {
    done: "Exported transactions",
    secret: true,
  }),
  methods: route("GET", "/transactions/payment-methods", needs(feature, "read"), "Payment methods in their order"),
  createMethod: route("POST", "/transactions/payment-methods", needs(feature, "create"), "Add a payment method", {
    done: "Added a payment method",
  }),
  updateMethod: route(
    "PATCH",
    "/transactions/payment-methods/{methodId}",
    needs(feature, "update"),
    "Change a payment method; what was charged stays as it was",
    { done: "Changed a payment method" },
  ),
  deleteMethod: route(
    "DELETE",
    "/transactions/payment-methods/{methodId}",
    needs(feature, "delete"),
    "Delete a payment method that was never used",
    { done: "Deleted a payment method" },
  ),
  single: route("GET", "/transactions/{transactionId}", needs(feature, "read"), "One transaction"),
  receipt: route(
    "POST",
    "/transactions/{transactionId}/receipt",
    needs(feature, "export"),
    "Make a link that downloads the receipt",
    { done: "Downloaded a receipt", secret: true },
  ),
  requery: route(
    "PATCH",
    "/transactions/{transactionId}/requery",
    needs(feature, "update"),
    "Ask the provider how it stands",
    { done: "Checked a transaction's status with the provider" },
  ),
  refund: route(
    "POST",
    "/transactions/{transactionId}/refund",
    needs(feature, "update"),
    "Give money back, in full or in part; above the limit another admin approves",
    { done: "Refunded a transaction", idempotent: true },
  ),
  dispute: route(
    "PATCH",
    "/transactions/{transactionId}/dispute",
    needs(feature, "update"),
    "Mark as disputed, or say how the dispute ended; a loss above the refund limit another admin approves",
    { done: "Recorded a dispute", idempotent: true },
  ),
  beginFromApp: route("POST", "/app/payments", "app", "Begin a payment of a citizen with a payment provider", {
    done: "Began a payment in the app",
  }),
  singleForApp: route("GET", "/app/payments/{transactionId}", "app", "How a payment of a citizen stands"),
};

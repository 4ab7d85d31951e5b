import { needs } from "./access";
import { route } from "./route";

const feature = "Transactions";

export const transactionRoutes = {
  overview: route("GET", "/transactions/overview", needs(feature, "read")),
  list: route("GET", "/transactions", needs(feature, "read")),
  export: route("POST", "/transactions/export", needs(feature, "export"), { secret: true }),
  methods: route("GET", "/transactions/payment-methods", needs(feature, "read")),
  method: route("GET", "/transactions/payment-methods/{methodId}", needs(feature, "read")),
  createMethod: route("POST", "/transactions/payment-methods", needs(feature, "create")),
  updateMethod: route("PATCH", "/transactions/payment-methods/{methodId}", needs(feature, "update")),
  deleteMethod: route("DELETE", "/transactions/payment-methods/{methodId}", needs(feature, "delete")),
  single: route("GET", "/transactions/{transactionId}", needs(feature, "read")),
  receipt: route("POST", "/transactions/{transactionId}/receipt", needs(feature, "export"), { secret: true }),
  requery: route("PATCH", "/transactions/{transactionId}/requery", needs(feature, "update")),
  refund: route("POST", "/transactions/{transactionId}/refund", needs(feature, "update"), { idempotent: true }),
  dispute: route("PATCH", "/transactions/{transactionId}/dispute", needs(feature, "update"), { idempotent: true }),
  beginFromApp: route("POST", "/app/payments", "app"),
  singleForApp: route("GET", "/app/payments/{transactionId}", "app"),
};

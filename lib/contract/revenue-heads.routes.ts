import { accessPoliciesOf } from "./access";
import { MAX_BODY_BYTES, route } from "./route";

const { read, create, update, exporting } = accessPoliciesOf("System Wallet");
const PATH = "/wallets/revenue-heads";

/** Method, path and policy of the calls of revenue heads, which belong to System Wallet. */
export const revenueHeadsRoutes = {
  list: route("GET", PATH, read),
  create: route("POST", PATH, create),
  export: route("POST", `${PATH}/export`, exporting, { secret: true }),
  checkImport: route("POST", `${PATH}/check`, create, { body: MAX_BODY_BYTES, timeout: 60_000, reads: true }),
  importHeads: route("POST", `${PATH}/import`, create, { body: MAX_BODY_BYTES, timeout: 60_000 }),
  single: route("GET", `${PATH}/{code}`, read),
  change: route("POST", `${PATH}/{code}/changes`, update, { idempotent: true }),
  correct: route("PATCH", `${PATH}/{code}/rows/{rowId}`, update),
  end: route("POST", `${PATH}/{code}/end`, update),
  assign: route("PATCH", "/wallets/transactions/{transactionId}/revenue-head", update),
  report: route("GET", "/wallets/revenue-report", read, { replica: true, timeout: 60_000 }),
  exportReport: route("POST", "/wallets/revenue-report/export", exporting, { secret: true, timeout: 60_000 }),
  listForApp: route("GET", "/app/revenue-heads", "app"),
};

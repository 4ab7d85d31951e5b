import { accessPoliciesOf } from "./access";
import { route } from "./route";

const { read, create, update, exporting } = accessPoliciesOf("System Wallet");
const ITEM = "/wallets/reconciliation/items/{itemId}";

/** Method, path and policy of the calls of reconciliation items. */
export const reconciliationItemRoutes = {
  items: route("GET", "/wallets/reconciliation/items", read),
  itemFigures: route("GET", "/wallets/reconciliation/figures", read),
  item: route("GET", ITEM, read),
  itemColleagues: route("GET", "/wallets/reconciliation/colleagues", read),
  matchItems: route("POST", "/wallets/reconciliation/matches", update, { idempotent: true }),
  unmatch: route("POST", "/wallets/reconciliation/matches/{matchId}/undo", update, { idempotent: true }),
  splitItem: route("POST", `${ITEM}/parts`, update, { idempotent: true }),
  undoSplit: route("POST", `${ITEM}/parts/undo`, update, { idempotent: true }),
  resolveItem: route("POST", `${ITEM}/resolution`, create, { idempotent: true }),
  askColleague: route("PATCH", `${ITEM}/question`, update),
  answerQuestion: route("PATCH", `${ITEM}/answer`, read),
  exportItems: route("POST", "/wallets/reconciliation/items/export", exporting, {
    secret: true,
    proof: true,
    personal: ["movement.name"],
  }),
  previewDecisions: route("POST", "/wallets/reconciliation/decisions/preview", update, {
    reads: true,
    body: 1_048_576,
    timeout: 60_000,
  }),
  decideItems: route("POST", "/wallets/reconciliation/decisions", update, {
    idempotent: true,
    body: 1_048_576,
    timeout: 120_000,
  }),
};

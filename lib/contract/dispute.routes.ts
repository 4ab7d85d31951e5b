import { accessPoliciesOf } from "./access";
import { route } from "./route";

const { read, update, exporting } = accessPoliciesOf("Transactions");
const disputePath = "/transactions/disputes/{disputeId}";

/** Method, path and policy of the calls about disputes that providers report. */
export const disputeRoutes = {
  disputes: route("GET", "/transactions/disputes", read, { replica: true }),
  exportDisputes: route("POST", "/transactions/disputes/export", exporting, {
    secret: true,
    personal: ["transaction.name", "transaction.phone"],
  }),
  uploadEvidence: route("POST", "/transactions/disputes/uploads", update, { upload: true, timeout: 120_000 }),
  disputeSingle: route("GET", disputePath, read),
  addEvidence: route("POST", `${disputePath}/evidence`, update, { idempotent: true }),
  removeEvidence: route("DELETE", `${disputePath}/evidence/{evidenceId}`, update),
  evidenceFile: route("GET", `${disputePath}/evidence/{evidenceId}`, read, {
    file: true,
    personalFile: true,
    timeout: 60_000,
  }),
  answerDispute: route("PATCH", `${disputePath}/answer`, update, { idempotent: true }),
  recordDisputeOutcome: route("PATCH", `${disputePath}/outcome`, update, { idempotent: true }),
};

import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { createExportLink } from "@/lib/server/exports/link";
import { answerDispute } from "./answer-dispute";
import { readDisputeDetails } from "./dispute-single";
import { addEvidence, downloadEvidenceFile, removeEvidence, uploadEvidence } from "./evidence";
import { listDisputes } from "./list-disputes";
import { recordDisputeOutcome } from "./record-outcome";

const { transaction: calls } = api;

/** Handlers of the calls about disputes that providers report. */
export const disputeHandlers = {
  disputes: calls.disputes.handler(({ input, context: { db } }) => listDisputes(db, input)),
  exportDisputes: calls.exportDisputes.handler(({ input, context }) => createExportLink(context, "disputes", input)),
  disputeSingle: calls.disputeSingle.handler(({ input, context: { db } }) => readDisputeDetails(db, input.disputeId)),
  uploadEvidence: calls.uploadEvidence.handler(({ context }) => uploadEvidence(context)),
  addEvidence: calls.addEvidence.handler(({ input, context }) => addEvidence(context, input)),
  removeEvidence: calls.removeEvidence.handler(({ input, context }) => removeEvidence(context, input)),
  evidenceFile: calls.evidenceFile.handler(({ input, context }) => downloadEvidenceFile(context, input)),
  answerDispute: calls.answerDispute.handler(({ input, context }) => answerDispute(context, input)),
  recordDisputeOutcome: calls.recordDisputeOutcome.handler(({ input, context }) =>
    recordDisputeOutcome(context, input),
  ),
};

import { z } from "zod";
import { pendingApproval } from "./approvals";
import { endpoint, id, instant, listInput, oneLine, pageOf, personRef, text, version } from "./common";
import { disputeRoutes as routes } from "./dispute.routes";
import {
  DISPUTE_ANSWERS,
  DISPUTE_LIST,
  DISPUTE_MESSAGE_MAX,
  DISPUTE_PROVIDERS,
  EVIDENCE_NAME_MAX,
  EVIDENCE_TEXT_MAX,
  PROVIDER_DISPUTE_STATES,
} from "./dispute.values";
import { exportFormat, exportLink, PAGING_KEYS } from "./exports";
import { kobo } from "./money";
import { timelineEntry } from "./system-logs";
import { TRANSACTION_STATES } from "./transaction.values";
import { fileBody, fileResponse, upload } from "./uploads";

const disputeRow = z.object({
  id: z.string(),
  provider: z.enum(DISPUTE_PROVIDERS),
  provider_dispute_id: z.string(),
  /** Reference of the payment, as the provider reports it. */
  reference: z.string(),
  /** Id of the disputed payment in our transactions; null if none has this reference. */
  transaction_id: z.string().nullable(),
  user: personRef.nullable(),
  state: z.enum(PROVIDER_DISPUTE_STATES),
  /** Kobo that the payer claims. */
  amount: z.int(),
  reason: z.string(),
  opened_at: instant,
  due_at: instant,
  answer: z.enum(DISPUTE_ANSWERS).nullable(),
  sent_at: instant.nullable(),
  /** True if the provider waits for our answer. */
  needs_answer: z.boolean(),
  resolution: z.string().nullable(),
  /** Outcome according to the provider; null until resolved, and for a resolution other than those in `OUTCOMES` (an admin interprets it). */
  outcome: z.enum(["won", "lost"]).nullable(),
  version,
});
export type DisputeRow = z.infer<typeof disputeRow>;

const evidence = z.object({
  id: z.string(),
  text: z.string(),
  file_name: z.string().nullable(),
  /** MIME type of the uploaded file; null for evidence that is a text. */
  content_type: z.string().nullable(),
  added_by: personRef,
  added_at: instant,
});
export type DisputeEvidence = z.infer<typeof evidence>;

const disputeSingle = disputeRow.extend({
  message: z.string(),
  /** Kobo that we agreed to refund; null before our answer. */
  answer_amount: z.int().nullable(),
  answered_by: personRef.nullable(),
  answered_at: instant.nullable(),
  /** Why the provider has not received the answer. */
  problem: z.string().nullable(),
  transaction_state: z.enum(TRANSACTION_STATES).nullable(),
  /** Sent with a contested answer: the payer, and what was delivered. Null if we have no payment. */
  proof: z.object({ name: z.string(), email: z.string(), phone: z.string(), service: z.string() }).nullable(),
  evidence: z.array(evidence),
  /** True if the outcome that the provider reports can be recorded on the payment. */
  can_record: z.boolean(),
  /** True if the recorded loss waits for a second admin. */
  loss_awaits_approval: z.boolean(),
  /** Limit in kobo. Accepting more needs a second admin. */
  refund_limit: z.int(),
  awaiting: pendingApproval.nullable(),
  fetched_at: instant,
  timeline: z.array(timelineEntry),
});
export type DisputeDetails = z.infer<typeof disputeSingle>;

const disputeListInput = listInput(DISPUTE_LIST);
const disputeId = z.strictObject({ disputeId: id });

/** Our answer to a dispute. `amount`: kobo to refund, if we accept the claim. */
export const disputeAnswer = z
  .strictObject({
    disputeId: id,
    version,
    answer: z.enum(DISPUTE_ANSWERS, {
      error: ({ input }) => (input ? "Use accept or contest." : "Choose the answer."),
    }),
    amount: kobo.optional(),
    message: text(DISPUTE_MESSAGE_MAX, 3),
  })
  .superRefine(({ answer, amount }, context) => {
    if (answer === "accept" && amount === undefined)
      context.addIssue({ code: "custom", path: ["amount"], message: "Enter the amount that goes back." });
  });

const fileName = oneLine(EVIDENCE_NAME_MAX, 1);
/** Input that adds a text or an uploaded file as evidence to a dispute. */
export const newEvidence = z
  .strictObject({
    disputeId: id,
    text: text(EVIDENCE_TEXT_MAX).default(""),
    file: z.strictObject({ upload_id: id, name: fileName }).optional(),
  })
  .superRefine(({ text: words, file }, context) => {
    if (!file && words.trim().length < 3)
      context.addIssue({ code: "custom", path: ["text"], message: "Write a text, or add a file." });
  });

/** Calls about disputes that providers report. */
export const disputeCalls = {
  disputes: endpoint(routes.disputes, {
    summary: "Disputes that providers report, those without an answer first",
    input: disputeListInput,
    output: pageOf(disputeRow),
  }),
  exportDisputes: endpoint(routes.exportDisputes, {
    summary: "Make a link that downloads disputes",
    done: "Exported disputes",
    input: disputeListInput.omit(PAGING_KEYS).extend(exportFormat),
    output: exportLink,
  }),
  disputeSingle: endpoint(routes.disputeSingle, {
    summary: "One dispute with its evidence and history",
    input: disputeId,
    output: disputeSingle,
  }),
  uploadEvidence: endpoint(routes.uploadEvidence, {
    summary: "Upload a file as evidence for a dispute",
    done: "Uploaded evidence for a dispute",
    input: fileBody,
    output: upload,
  }),
  addEvidence: endpoint(routes.addEvidence, {
    summary: "Add a text or an uploaded file as evidence, before the dispute is answered",
    done: "Added evidence to a dispute",
    input: newEvidence,
    output: disputeSingle,
  }),
  removeEvidence: endpoint(routes.removeEvidence, {
    summary: "Remove evidence, before the dispute is answered",
    done: "Removed evidence of a dispute",
    input: z.strictObject({ disputeId: id, evidenceId: id }),
    output: disputeSingle,
  }),
  evidenceFile: endpoint(routes.evidenceFile, {
    summary: "A file that is evidence, for download only; each download is logged",
    done: "Downloaded evidence of a dispute",
    input: z.strictObject({ disputeId: id, evidenceId: id }),
    output: fileResponse,
  }),
  answerDispute: endpoint(routes.answerDispute, {
    summary: "Accept or contest a dispute; giving back more than the refund limit is approved by another admin",
    done: "Answered a dispute",
    input: disputeAnswer,
    output: disputeSingle,
  }),
  recordDisputeOutcome: endpoint(routes.recordDisputeOutcome, {
    summary: "Record the outcome that the provider reports on the payment; a loss above the limit is approved first",
    done: "Recorded the outcome of a dispute",
    input: z.strictObject({ disputeId: id, version }),
    output: disputeSingle,
  }),
};

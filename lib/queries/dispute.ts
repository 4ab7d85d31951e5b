import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import { sendFile } from "@/lib/client/upload";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { transactionRoutes } from "@/lib/contract/transaction.routes";
import type { UploadedFile } from "@/lib/contract/uploads";
import { withoutPaging } from "./exports";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

const calls = api.transaction;
export type DisputeListInput = Parameters<typeof calls.disputes>[0];
export type AnswerDisputeInput = Parameters<typeof calls.answerDispute>[0];
export type AddDisputeEvidenceInput = Parameters<typeof calls.addEvidence>[0];

export const disputeListQuery = (input: DisputeListInput) =>
  queryOptions({
    queryKey: queryKeyOf("Transaction", "disputes", input),
    queryFn: ({ signal }) => calls.disputes(input, { signal }),
    placeholderData: keepPreviousData,
  });

export const disputeQuery = (disputeId: string) =>
  queryOptions({
    queryKey: queryKeyOf("Transaction", "dispute", disputeId),
    queryFn: ({ signal }) => calls.disputeSingle({ disputeId }, { signal }),
  });

// Also refetches system accounts, because a recorded loss reduces the settlement float.
const { changes, creates } = mutationsInvalidating("Transaction", "System-Wallet", "User", "Overview", "System-Logs");

/** Accepts or contests a dispute. */
export const answerDisputeMutation = creates(calls.answerDispute);
/** Records on the payment how the bank decided. */
export const recordDisputeOutcomeMutation = creates(calls.recordDisputeOutcome);
export const addEvidenceMutation = creates(calls.addEvidence);
export const removeEvidenceMutation = changes(calls.removeEvidence);

/** Uploads a file that becomes evidence when it is added to a dispute. @param onProgress 0 to 1 */
export const uploadEvidence = (file: File, onProgress: (share: number) => void, signal: AbortSignal) =>
  sendFile<UploadedFile>(transactionRoutes.uploadEvidence, file, { onProgress, signal });

/** Downloads a file that is evidence, which is logged. */
export const fetchEvidenceFile = async (disputeId: string, evidenceId: string): Promise<Blob> =>
  (await calls.evidenceFile({ disputeId, evidenceId })).body;

export const exportDisputes = (input: DisputeListInput, format: ExportFormat) =>
  calls.exportDisputes({ ...withoutPaging(input), format });

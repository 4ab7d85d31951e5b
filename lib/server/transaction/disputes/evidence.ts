import "server-only";
import { and, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { InputOf } from "@/lib/contract/common";
import { DISPUTE_EVIDENCE_MAX } from "@/lib/contract/dispute.values";
import type { transactionCalls as contract } from "@/lib/contract/transaction";
import type { HandlerContext, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { fileResponse } from "@/lib/server/api/file-response";
import { refuseWhileChangeWaits } from "@/lib/server/approvals/waiting-requests";
import type { Transaction } from "@/lib/server/db/client";
import { disputeEvidence, disputes } from "@/lib/server/db/schema/dispute";
import { PDF_MEDIA_TYPE } from "@/lib/server/files/check";
import { readStoredFile, removeStoredFiles } from "@/lib/server/files/stored-files";
import { consumeUploads } from "@/lib/server/uploads/consume";
import { storeUpload } from "@/lib/server/uploads/store";
import { disputeAnswerObstacle } from "./answer-dispute";
import {
  DISPUTE_RECORD_TYPE,
  type DisputeRecord,
  disputeRecordRef,
  lockDispute,
  readDisputeEvidence,
} from "./dispute-record";
import { readDisputeDetails } from "./dispute-single";

/** Stores a file that becomes evidence when it is added to a dispute. */
export async function uploadEvidence({ tx, admin, audit, upload }: WriteContext) {
  const { answer, after } = await storeUpload(tx, { adminId: admin.id }, upload);
  audit({ record: { type: "upload", id: answer.id, name: "" }, after });
  return answer;
}

/**
 * Adds a text or an uploaded file to the evidence of a dispute.
 * @throws 404; 400 for an upload that no longer exists; 409 for an answered dispute, or too much evidence
 */
export async function addEvidence({ tx, admin, audit }: WriteContext, input: InputOf<typeof contract.addEvidence>) {
  const { disputeId, file, text } = input;
  const dispute = await lockUnanswered(tx, disputeId);
  if ((await readDisputeEvidence(tx, disputeId)).length >= DISPUTE_EVIDENCE_MAX)
    throw refuse.conflict(
      `A dispute has at most ${DISPUTE_EVIDENCE_MAX} texts and files. Remove one first.`,
      await readDisputeDetails(tx, disputeId),
    );
  const [upload] = await consumeUploads(tx, { adminId: admin.id }, file ? [file.upload_id] : [], {
    field: "file",
    name: () => "file",
  });
  await tx.insert(disputeEvidence).values({
    id: uuid(),
    disputeId,
    text,
    fileId: upload?.fileId ?? null,
    fileName: file?.name ?? null,
    addedBy: admin.id,
  });
  audit({ record: disputeRecordRef(dispute), after: file ? { file: file.name } : { text_characters: text.length } });
  return readDisputeDetails(tx, disputeId);
}

/** Removes a text or file from the evidence of a dispute. @throws 404; 409 for an answered dispute */
export async function removeEvidence({ tx, audit }: WriteContext, input: InputOf<typeof contract.removeEvidence>) {
  const { disputeId, evidenceId } = input;
  const dispute = await lockUnanswered(tx, disputeId);
  const [removed] = await tx
    .delete(disputeEvidence)
    .where(and(eq(disputeEvidence.id, evidenceId), eq(disputeEvidence.disputeId, disputeId)))
    .returning();
  if (!removed) throw refuse.notFound("evidence");
  if (removed.fileId) await removeStoredFiles(tx, [removed.fileId]);
  const before = removed.fileName ? { file: removed.fileName } : { text_characters: removed.text.length };
  audit({ record: disputeRecordRef(dispute), before });
  return readDisputeDetails(tx, disputeId);
}

/**
 * Returns a file of the evidence as a download, and audits the download. A PDF is not converted, so it may contain harmful content. @throws
 * 404
 */
export async function downloadEvidenceFile(
  { db, audit }: HandlerContext,
  input: InputOf<typeof contract.evidenceFile>,
) {
  const [found] = await db
    .select({ evidence: disputeEvidence, dispute: disputes })
    .from(disputeEvidence)
    .innerJoin(disputes, eq(disputes.id, disputeEvidence.disputeId))
    .where(and(eq(disputeEvidence.id, input.evidenceId), eq(disputeEvidence.disputeId, input.disputeId)));
  const file = found?.evidence.fileId ? await readStoredFile(db, found.evidence.fileId) : null;
  if (!found || !file) throw refuse.notFound("evidence");
  audit({ record: disputeRecordRef(found.dispute), after: { downloaded: found.evidence.fileName } });
  return fileResponse(
    `${found.dispute.reference}-evidence${file.contentType === PDF_MEDIA_TYPE ? ".pdf" : ".jpg"}`,
    file,
  );
}

async function lockUnanswered(tx: Transaction, disputeId: string): Promise<DisputeRecord> {
  const dispute = await lockDispute(tx, disputeId);
  if (!dispute) throw refuse.notFound("dispute");
  const current = () => readDisputeDetails(tx, disputeId);
  await refuseWhileChangeWaits(tx, DISPUTE_RECORD_TYPE, disputeId, current);
  const obstacle = disputeAnswerObstacle(dispute);
  if (obstacle) throw refuse.conflict(obstacle, await current());
  return dispute;
}

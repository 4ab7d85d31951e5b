import "server-only";
import { asc, eq } from "drizzle-orm";
import { TRANSACTION_LABELS } from "@/lib/contract/transaction.values";
import { formatDateTime, formatMoney, titleCase } from "@/lib/format";
import type { Database } from "@/lib/server/db/client";
import { filePages } from "@/lib/server/db/schema/file";
import { PDF_MEDIA_TYPE } from "@/lib/server/files/check";
import { readDocumentPage } from "@/lib/server/files/pages";
import { readStoredFile } from "@/lib/server/files/stored-files";
import { newPdf, openPdfSheet, PDF_PAGE, type PdfSheet } from "@/lib/server/pdf/sheet";
import { type DisputeRecord, readDisputeEvidence } from "./dispute-record";
import { disputeProofOf, readDisputedPayment } from "./dispute-single";

/** Maximum number of lines of evidence text that fit on a page below the title. */
const TEXT_LINES = 50;
const LETTERHEAD = "Cross River Pay: evidence for the payer's bank.";

type Picture = { name: string; bytes: Buffer };

/**
 * Draws all evidence of a dispute as one PDF, because a provider accepts one file: our answer, the receipt and record of the payment,
 * then the texts and the pictures. Pages of PDFs are drawn as pictures.
 */
export async function drawEvidence(db: Database, dispute: DisputeRecord): Promise<Uint8Array> {
  const evidence = await readDisputeEvidence(db, dispute.id);
  const texts = evidence.filter(({ text }) => text.trim());
  const pictures: Picture[] = [];
  for (const { fileId, fileName } of evidence)
    if (fileId) pictures.push(...(await picturesOf(db, fileId, fileName ?? "File")));
  const pdf = await newPdf(`Evidence for dispute ${dispute.providerDisputeId}`);
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => pdf.on("end", resolve).on("error", reject));
  const pages = 1 + texts.length + pictures.length;
  const sheet = await openPdfSheet(pdf, { title: "Evidence", pages, foot: LETTERHEAD });
  await drawRecord(db, sheet, dispute);
  for (const [index, { text }] of texts.entries()) {
    sheet.turn();
    sheet.text(`Text ${index + 1}`, PDF_PAGE.left, 116, { face: "bold", size: 11 });
    sheet.paragraph(text, PDF_PAGE.left, 138, { lines: TEXT_LINES });
  }
  for (const { name, bytes } of pictures) {
    sheet.turn();
    sheet.text(name, PDF_PAGE.left, 116, { face: "bold", size: 11 });
    pdf.image(bytes, PDF_PAGE.left, 138, { fit: [PDF_PAGE.right - PDF_PAGE.left, PDF_PAGE.bottom - 148] });
  }
  pdf.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}

async function drawRecord(db: Database, sheet: PdfSheet, dispute: DisputeRecord): Promise<void> {
  const payment = await readDisputedPayment(db, dispute.transactionId);
  const proof = payment && disputeProofOf(payment);
  const rows: [string, string][] = [
    ["Dispute", dispute.providerDisputeId],
    ["Payment", dispute.reference],
    ["Claimed", formatMoney(dispute.amount)],
    ["Answer", dispute.message],
  ];
  if (payment && proof)
    rows.push(
      ["Paid", formatMoney(payment.amount + payment.fee - payment.discount)],
      ["Paid on", `${formatDateTime((payment.completedAt ?? payment.createdAt).toISOString())}, Lagos time`],
      ["Channel", `${titleCase(payment.channel)}${payment.cardLast4 ? ` •••• ${payment.cardLast4}` : ""}`],
      ["For", payment.description || (TRANSACTION_LABELS[payment.type] ?? titleCase(payment.type))],
      ...(payment.providerReference ? [["Provider reference", payment.providerReference] as [string, string]] : []),
      ["Customer", proof.name],
      ["Phone", proof.phone],
      ...(proof.email ? [["Email", proof.email] as [string, string]] : []),
      ["Delivered", proof.service],
    );
  sheet.turn();
  sheet.text("Receipt and answer", PDF_PAGE.left, 116, { face: "bold", size: 13 });
  let y = 142;
  for (const [term, value] of rows) {
    sheet.line(y);
    sheet.text(term, PDF_PAGE.left, y + 6, { ink: "muted", width: 120 });
    y = Math.max(sheet.paragraph(value, 180, y + 6, { lines: 20 }) + 5, y + 20);
  }
  sheet.line(y);
}

async function picturesOf(db: Database, fileId: string, name: string): Promise<Picture[]> {
  const file = await readStoredFile(db, fileId);
  if (!file) return [];
  if (file.contentType !== PDF_MEDIA_TYPE) return [{ name, bytes: Buffer.from(file.bytes) }];
  // Renders and stores the PDF's pages as pictures, if they are not stored yet.
  await readDocumentPage(db, fileId, 1);
  const pages = await db
    .select({ id: filePages.pageFileId, number: filePages.number })
    .from(filePages)
    .where(eq(filePages.fileId, fileId))
    .orderBy(asc(filePages.number));
  const pictures: Picture[] = [];
  for (const { id, number } of pages) {
    const page = await readStoredFile(db, id);
    if (page) pictures.push({ name: `${name}, page ${number}`, bytes: Buffer.from(page.bytes) });
  }
  return pictures;
}

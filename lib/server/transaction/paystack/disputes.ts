import "server-only";
import { z } from "zod";
import { ProviderUnavailable } from "@/lib/server/transaction/provider-errors";
import type {
  DisputeAnswer,
  DisputeEvidence,
  EvidenceFile,
  ProviderDispute,
  ProviderPage,
  ProviderPeriod,
} from "@/lib/server/transaction/provider-port";
import { callPaystack, cleanText, PAYSTACK_NAME } from "./request";
import { nextCursorOf, periodQuery } from "./settlements";

const id = z.union([z.string(), z.number()]).transform(String);

const disputeData = z.object({
  id,
  status: z.string(),
  refund_amount: z.int().nullish(),
  resolution: z.string().nullish(),
  category: z.string().nullish(),
  note: z.string().nullish(),
  dueAt: z.string().nullish(),
  createdAt: z.string(),
  transaction: z.object({ reference: z.string(), amount: z.int() }),
});

const STATES: Readonly<Record<string, ProviderDispute["state"]>> = {
  "awaiting-merchant-feedback": "needs_answer",
  "awaiting-bank-feedback": "at_bank",
  resolved: "resolved",
};

/** Returns a page of the disputes that Paystack opened in a period. */
export async function fetchPaystackDisputes(period: ProviderPeriod): Promise<ProviderPage<ProviderDispute>> {
  const answer = await callPaystack({
    method: "GET",
    path: `/dispute?${periodQuery(period)}`,
    name: "disputes",
    data: z.array(disputeData),
    isRepeatable: true,
  });
  const items = answer.data.map(
    (dispute): ProviderDispute => ({
      id: dispute.id,
      reference: dispute.transaction.reference,
      state: STATES[dispute.status] ?? "pending",
      amount: dispute.refund_amount ?? dispute.transaction.amount,
      reason: cleanText(dispute.category ?? dispute.note ?? "", 200),
      createdAt: dispute.createdAt,
      dueAt: dispute.dueAt ?? null,
      resolution: dispute.resolution ?? null,
    }),
  );
  return { items, next_cursor: nextCursorOf(period.cursor, answer) };
}

/** Sends evidence that a service was delivered, for a dispute. @returns the id of the evidence at Paystack */
export async function sendPaystackEvidence({ disputeId, customer, service }: DisputeEvidence) {
  const { data } = await callPaystack({
    method: "POST",
    path: `/dispute/${encodeURIComponent(disputeId)}/evidence`,
    name: "dispute-evidence",
    body: {
      customer_name: customer.name,
      customer_email: customer.email,
      customer_phone: customer.phone,
      service_details: service,
    },
    data: z.object({ id }),
    // Retried after a lost response, because a second copy of the same evidence changes nothing.
    isRepeatable: true,
  });
  return { evidenceId: data.id };
}

/** Accepts or contests a dispute at Paystack. If the answer has a file, uploads the file first. */
export async function answerPaystackDispute(answer: DisputeAnswer): Promise<void> {
  const { disputeId, message, amount, evidenceId, file } = answer;
  const fileName = file && (await uploadFile(disputeId, file));
  await callPaystack({
    method: "PUT",
    path: `/dispute/${encodeURIComponent(disputeId)}/resolve`,
    name: "dispute-resolve",
    body: {
      resolution: answer.answer === "accept" ? "merchant-accepted" : "declined",
      message,
      refund_amount: amount,
      ...(fileName && { uploaded_filename: fileName }),
      ...(evidenceId && { evidence: Number(evidenceId) }),
    },
    data: z.unknown(),
    // Not retried here, because the caller reads the dispute's state before it sends an answer again.
    isRepeatable: false,
  });
}

const UPLOAD_MS = 20_000;

/** Uploads a file to a signed URL that Paystack returns. @returns the file's name at Paystack */
async function uploadFile(disputeId: string, file: EvidenceFile): Promise<string> {
  const { data } = await callPaystack({
    method: "GET",
    path: `/dispute/${encodeURIComponent(disputeId)}/upload_url?${new URLSearchParams({ upload_filename: file.name })}`,
    name: "dispute-upload-url",
    data: z.object({ signedUrl: z.url(), fileName: z.string() }),
    isRepeatable: true,
  });
  const response = await fetch(data.signedUrl, {
    method: "PUT",
    headers: { "content-type": file.type },
    body: Uint8Array.from(file.bytes),
    redirect: "error",
    signal: AbortSignal.timeout(UPLOAD_MS),
  }).catch(() => null);
  if (!response?.ok) throw new ProviderUnavailable(PAYSTACK_NAME, response ? "server" : "unreachable");
  return data.fileName;
}

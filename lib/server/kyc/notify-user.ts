import "server-only";
import { eq } from "drizzle-orm";
import type { Transaction } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { kycDecisionMail } from "@/lib/server/mail/messages";
import { queueMail } from "@/lib/server/outbox/queue";
import type { KycRequest } from "./record";

type DecisionNews = { outcome: string; message: string | null };

/** Queues the mail that informs the user of a decision. It is sent after the commit. */
export async function notifyApplicant(
  tx: Transaction,
  request: KycRequest,
  { outcome, message }: DecisionNews,
): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, request.userId));
  if (!user?.email) return;
  const to = { firstName: user.firstName, email: user.email };
  await queueMail(tx, kycDecisionMail(to, { reference: request.reference, outcome, message }));
}

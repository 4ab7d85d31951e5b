import "server-only";
import { eq } from "drizzle-orm";
import type { ExportLink } from "@/lib/contract/exports";
import { routes } from "@/lib/contract/routes";
import type { HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { transactions } from "@/lib/server/db/schema/transaction";
import { createDownloadLink, refuseHiddenFields } from "@/lib/server/exports/link";
import { TRANSACTION_RECORD_TYPE } from "./change-transaction";

/** Creates a link to a transaction's receipt, and audits it. @throws 403 without the right to see the transaction's user; 404 */
export async function createReceiptLink(context: HandlerContext, transactionId: string): Promise<ExportLink> {
  const { db, admin, audit } = context;
  const [transaction] = await db
    .select({ reference: transactions.reference })
    .from(transactions)
    .where(eq(transactions.id, transactionId));
  if (!transaction) throw refuse.notFound("transaction");
  refuseHiddenFields(admin, routes.transaction.receipt);
  const { reference } = transaction;
  const filter = { transaction_id: transactionId, reference };
  const link = await createDownloadLink(context, { list: "transaction-receipt", format: "pdf", filter, rows: 1 });
  audit({
    record: { type: TRANSACTION_RECORD_TYPE, id: transactionId, name: reference },
    after: { export: link.export_id },
  });
  return link;
}

import "server-only";
import { eq } from "drizzle-orm";
import { reportCodeHashes, reportCodes } from "@/lib/server/base/secret";
import type { Transaction } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { lockActiveSecret } from "@/lib/server/secrets/write-keys";

/** Returns the code of an anonymous report, derived with the secret that was active when it was filed. */
export async function findReportCode(tx: Transaction, reportId: string): Promise<string> {
  const codes = reportCodes(reportId, await lockActiveSecret(tx));
  const [newest = ""] = codes.slice(-1);
  if (codes.length === 1) return newest;
  const [report] = await tx.select({ codeHash: ireports.codeHash }).from(ireports).where(eq(ireports.id, reportId));
  return codes.find((code) => reportCodeHashes(code).includes(report?.codeHash ?? "")) ?? newest;
}

import "server-only";
import { and, eq, inArray, type SQL } from "drizzle-orm";
import type { HandlerContext, WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { CitizenRow } from "@/lib/server/app-api/find-citizen";
import { reportCodeHashes } from "@/lib/server/base/secret";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { type IreportRecord, ireportColumns } from "./rows";

/** Identifies the caller: the citizen who filed the report, or the holder of an anonymous report's code. */
export type ReporterIdentity = { user_id?: string; code?: string };
/** A report, and the citizen who reads it. `reader` is null for an anonymous report. */
type OwnReport = { report: IreportRecord; reader: CitizenRow | null };

/**
 * Returns the caller's report. Reports of other citizens or codes count as not found.
 * @param ireportId not needed if the caller sends a code
 * @throws 404; 409 if the citizen's account is closed
 */
export async function findOwnReport(
  context: HandlerContext,
  caller: ReporterIdentity,
  ireportId?: string,
): Promise<OwnReport> {
  const { reader, where } = await findReport(context, caller, ireportId);
  const [report] = await selectReports(context.db, where);
  if (!report) throw refuse.notFound("report");
  return { report, reader };
}

/** Locks and returns the caller's report, with the time after the lock. @throws 404; 409 if the citizen's account is closed */
export async function lockOwnReport(
  context: WriteContext,
  caller: ReporterIdentity & { ireportId: string },
): Promise<OwnReport & { tx: Transaction; now: Date }> {
  const { reader, where } = await findReport(context, caller, caller.ireportId);
  const { tx } = context;
  const [report] = await selectReports(tx, where).for("update");
  if (!report) throw refuse.notFound("report");
  return { tx, report, reader, now: new Date() };
}

const selectReports = (db: Queryable, where: SQL | undefined) => db.select(ireportColumns).from(ireports).where(where);

async function findReport(
  { citizen }: HandlerContext,
  { user_id, code }: ReporterIdentity,
  ireportId: string | undefined,
) {
  const reportFilter = ireportId ? eq(ireports.id, ireportId) : undefined;
  if (code) return { reader: null, where: and(inArray(ireports.codeHash, reportCodeHashes(code)), reportFilter) };
  if (!user_id || !reportFilter) throw refuse.notFound("report");
  const reader = await citizen(user_id);
  return { reader, where: and(reportFilter, eq(ireports.reporterId, reader.id)) };
}

import "server-only";
import { and, asc, desc, eq, inArray, isNotNull, or } from "drizzle-orm";
import type { IreportMessageKind } from "@/lib/contract/ireport.values";
import type { FollowedIreport } from "@/lib/contract/ireport-citizens";
import type { HandlerContext } from "@/lib/server/api/context";
import type { CitizenRow } from "@/lib/server/app-api/find-citizen";
import type { Queryable } from "@/lib/server/db/client";
import { ireportMessages, ireports } from "@/lib/server/db/schema/ireport";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { users } from "@/lib/server/db/schema/user";
import { selectReportPhotos } from "./attach-photos";
import { findOwnReport, type ReporterIdentity } from "./own-report";
import { replaceReporterName } from "./replace-reporter-name";
import { reopenUntil } from "./report-clocks";
import type { IreportRecord } from "./rows";

const MAX_FILED_LISTED = 100;
/** Kinds of messages that reporters of duplicates may also read, because they contain nothing personal. */
const SHARED_MESSAGE_KINDS: IreportMessageKind[] = ["update", "resolution", "rejection", "reopening"];

/** Lists a citizen's newest reports, without anonymous reports. @throws 404; 409 if the account is closed */
export async function listReportsOfUser({ db, citizen }: HandlerContext, userId: string) {
  const { id } = await citizen(userId);
  const rows = await db
    .select({ report: ireports, category: ireportCategories.name })
    .from(ireports)
    .innerJoin(ireportCategories, eq(ireportCategories.id, ireports.categoryId))
    .where(eq(ireports.reporterId, id))
    .orderBy(desc(ireports.submittedAt), desc(ireports.id))
    .limit(MAX_FILED_LISTED);
  return rows.map(({ report, category }) => ({
    id: report.id,
    number: report.number,
    category,
    title: report.title,
    state: report.state,
    submitted_at: report.submittedAt.toISOString(),
    due_at: report.dueAt.toISOString(),
  }));
}

/** Returns a report for its reporter. @throws 404, also for another citizen's report or a wrong code; 409 for a closed account */
export async function readReportForReporter(
  context: HandlerContext,
  input: ReporterIdentity & { ireport_id?: string },
) {
  const { report, reader: viewer } = await findOwnReport(context, input, input.ireport_id);
  return reporterView(context.db, report, viewer);
}

/** Returns true if the current resolution has no rating. After a reopening, a new resolution can be rated again. */
export const mayRateResolution = ({ state, ratedAt, resolvedAt }: IreportRecord) =>
  state === "resolved" && (ratedAt === null || (resolvedAt !== null && ratedAt < resolvedAt));

/** Returns a report as its reporter sees it: state and public messages, without notes, officers and other reporters. */
export async function reporterView(
  db: Queryable,
  report: IreportRecord,
  viewer: CitizenRow | null,
): Promise<FollowedIreport> {
  const [category] = await db
    .select({ name: ireportCategories.name })
    .from(ireportCategories)
    .where(eq(ireportCategories.id, report.categoryId));
  const until = reopenUntil(report);
  return {
    id: report.id,
    number: report.number,
    category: category?.name ?? "",
    title: report.title,
    text: report.text,
    lga: report.lga,
    ward: report.ward,
    state: report.state,
    submitted_at: report.submittedAt.toISOString(),
    due_at: report.dueAt.toISOString(),
    photos: report.photos,
    messages: await messagesForReporter(db, report, viewer),
    may_answer: report.state === "waiting_for_citizen",
    may_rate: mayRateResolution(report),
    may_reopen_until: until && until > new Date() ? until.toISOString() : null,
    rating: report.rating,
  };
}

async function messagesForReporter(
  db: Queryable,
  { id, originalId }: IreportRecord,
  viewer: CitizenRow | null,
): Promise<FollowedIreport["messages"]> {
  const fromOriginal = originalId
    ? and(
        eq(ireportMessages.ireportId, originalId),
        isNotNull(ireportMessages.adminId),
        inArray(ireportMessages.kind, SHARED_MESSAGE_KINDS),
      )
    : undefined;
  const messages = await db
    .select()
    .from(ireportMessages)
    .where(or(eq(ireportMessages.ireportId, id), fromOriginal))
    .orderBy(asc(ireportMessages.at), asc(ireportMessages.id));
  const originalReporter = originalId ? await reporterOf(db, originalId) : null;
  const photos = [
    ...(await selectReportPhotos(db, id)),
    ...(originalId ? await selectReportPhotos(db, originalId) : []),
  ];
  return messages.map((message) => ({
    id: message.id,
    kind: message.kind,
    from: message.adminId ? "desk" : "citizen",
    text: message.ireportId === id ? message.text : replaceReporterName(message.text, originalReporter, viewer),
    at: message.at.toISOString(),
    photos: photos.filter(({ messageId }) => messageId === message.id).length,
  }));
}

async function reporterOf(db: Queryable, ireportId: string): Promise<CitizenRow | null> {
  const [reporter] = await db
    .select({ user: users })
    .from(ireports)
    .innerJoin(users, eq(users.id, ireports.reporterId))
    .where(eq(ireports.id, ireportId));
  return reporter?.user ?? null;
}

import "server-only";
import { sql } from "drizzle-orm";
import { gridCellOf } from "@/lib/contract/place.values";
import { reportCode, reportCodeHash } from "@/lib/server/base/secret";
import type { Transaction } from "@/lib/server/db/client";
import { ireportMessages, ireportNotes, ireports } from "@/lib/server/db/schema/ireport";
import { demoAdminId } from "@/lib/server/db/seed/admins";
import { assertDefined, seedId } from "@/lib/server/db/seed/random";
import type { ReportStepResult } from "./apply-steps";
import type { DemoReport } from "./build";

/** Inserts reports with their messages and notes. */
export async function loadReports(tx: Transaction, reports: readonly DemoReport[]): Promise<void> {
  // Inserts originals first, because a duplicate's row refers to its original.
  await tx.insert(ireports).values(reports.map(reportRow));
  await tx.execute(sql`select setval('ireport_numbers', ${reports.length})`);
  await tx.insert(ireportMessages).values(reports.flatMap((report) => report.done.flatMap(messageRowOf(report))));
  const notes = reports.flatMap((report) =>
    report.done.flatMap(({ at, step }) =>
      step.note && step.by ? { ireportId: report.id, adminId: demoAdminId(step.by), text: step.note, at } : [],
    ),
  );
  await tx.insert(ireportNotes).values(notes.map((note, index) => ({ id: seedId("ireport note", index), ...note })));
}

const messageRowOf =
  (report: DemoReport) =>
  ({ at, step }: ReportStepResult, stepIndex: number) =>
    step.message
      ? {
          id: messageId(report, stepIndex),
          ireportId: report.id,
          kind: step.message.kind,
          text: step.message.text,
          adminId: step.by && demoAdminId(step.by),
          at,
        }
      : [];

/** Returns the id of the message written by a step. */
export const messageId = ({ number }: DemoReport, step: number) =>
  seedId("ireport message", Number(number.slice(3)) * 100 + step);

function reportRow(report: DemoReport): typeof ireports.$inferInsert {
  const { spot, standing, done, words, reporter, hasPoint } = report;
  const ratingStep = done.find(({ step }) => step.rating);
  const rejectionStep = done.find(({ step }) => step.rejection);
  return {
    ...standing,
    id: report.id,
    number: report.number,
    categoryId: report.category.id,
    ...words,
    lga: spot.lga,
    ward: report.ward,
    ...(hasPoint && { lat: spot.lat, lng: spot.lng, cell: gridCellOf(spot.lat, spot.lng) }),
    reporterId: reporter?.id ?? null,
    codeHash: reporter ? null : reportCodeHash(reportCode(report.id)),
    submittedAt: report.submittedAt,
    rejection: rejectionStep?.step.rejection,
    originalId: report.original?.id,
    rating: ratingStep?.step.rating?.stars,
    ratingComment: ratingStep?.step.rating?.comment,
    ratedAt: ratingStep?.at,
    photos: report.photos,
    version: 1 + done.filter(({ step }) => incrementsVersion(step)).length,
  };
}

/** Returns true if the step increments the report's version. Messages, notes and escalations do not increment it. */
const incrementsVersion = ({ to, owner, priority, rating }: ReportStepResult["step"]) =>
  to !== undefined || owner !== undefined || priority !== undefined || rating !== undefined;

/** Makes the reporters' `lastSeenAt` at least as late as their last report. */
export function updateLastSeen<T extends { id: string; lastSeenAt: Date | null }>(
  people: T[],
  reports: readonly DemoReport[],
): T[] {
  const lastReportAt = new Map<string, Date>();
  for (const { reporter, submittedAt } of reports) if (reporter) lastReportAt.set(reporter.id, submittedAt);
  return people.map((person) => {
    const at = lastReportAt.get(person.id);
    return at && (!person.lastSeenAt || person.lastSeenAt < at) ? { ...person, lastSeenAt: assertDefined(at) } : person;
  });
}

import { v7 as uuid } from "uuid";
import type { IreportState } from "@/lib/contract/ireport.values";
import { gridCellOf } from "@/lib/contract/place.values";
import { reportCode, reportCodeHash } from "@/lib/server/base/secret";
import { ireports } from "@/lib/server/db/schema/ireport";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { clocksAfterTransition, clocksOfNewReport } from "@/lib/server/ireport/report-clocks";
import { APP_KEY, makeUser, type TestApp } from "./app";

let categoryCount = 0;

/** Creates a report category, by default on the first level, with target hours of 72 in total, and of 4, 24 and 48 for the states. */
export async function makeIreportCategory(app: TestApp, values: Partial<typeof ireportCategories.$inferInsert> = {}) {
  const [category] = await app.db
    .insert(ireportCategories)
    .values({
      id: uuid(),
      name: `Category ${++categoryCount}`,
      targetHours: 72,
      submittedHours: 4,
      acknowledgedHours: 24,
      inProgressHours: 48,
      icon: "construction",
      ...values,
    })
    .returning();
  if (!category) throw new Error("no category");
  return category;
}
/** A report category from `makeIreportCategory`. */
export type MadeIreportCategory = Awaited<ReturnType<typeof makeIreportCategory>>;

const STATE_PATHS: Record<IreportState, IreportState[]> = {
  submitted: [],
  acknowledged: ["acknowledged"],
  in_progress: ["acknowledged", "in_progress"],
  waiting_for_citizen: ["acknowledged", "in_progress", "waiting_for_citizen"],
  resolved: ["acknowledged", "in_progress", "resolved"],
  rejected: ["acknowledged", "in_progress", "rejected"],
  duplicate: ["acknowledged", "in_progress", "duplicate"],
};
/** Time in ms that a report spends in each state before the state in which it is created. */
const STEP_MS = 60_000;

type ReportOptions = Partial<typeof ireports.$inferInsert> & { category?: MadeIreportCategory; anonymous?: boolean };

/**
 * Creates a report in a state, with the deadlines of that state. The report was filed an hour ago, and each step took one minute. A
 * rejected report needs no reason here; a duplicate needs its `originalId`.
 */
export async function makeIreport(app: TestApp, { category, anonymous, ...values }: ReportOptions = {}) {
  const reportCategory = category ?? (await makeIreportCategory(app));
  const id = values.id ?? uuid();
  const reporter = anonymous || values.reporterId ? null : await makeUser(app);
  const state = values.state ?? "submitted";
  const submittedAt = values.submittedAt ?? new Date(Date.now() - 3_600_000);
  const clocks = STATE_PATHS[state].reduce(
    (clocksBefore, nextState, index) =>
      clocksAfterTransition(
        clocksBefore,
        nextState,
        new Date(submittedAt.getTime() + (index + 1) * STEP_MS),
        reportCategory,
      ),
    clocksOfNewReport(submittedAt, reportCategory),
  );
  const place = values.lat != null && values.lng != null ? { cell: gridCellOf(values.lat, values.lng) } : {};
  const [report] = await app.db
    .insert(ireports)
    .values({
      ...clocks,
      ...place,
      id,
      number: `IR-9${String(++categoryCount).padStart(5, "0")}`,
      categoryId: reportCategory.id,
      title: "Pothole at the Watt Market roundabout",
      text: "Keke riders swerve into the other lane because of it, worst when it rains.",
      lga: "Calabar Municipal",
      reporterId: reporter?.id ?? null,
      codeHash: anonymous ? reportCodeHash(reportCode(id)) : null,
      ...(state === "rejected" && { rejection: "nothing_found" as const }),
      ...values,
    })
    .returning();
  if (!report) throw new Error("no report");
  return { ...report, category: reportCategory, reporter };
}

/** Body of the citizen app's request to file a report. */
export const reportFilingBody = (categoryId: string, values: object = {}) => ({
  category_id: categoryId,
  title: "Street light out on Marian Road",
  text: "Three lamps in front of the market have been dark since Sunday.",
  lga: "Calabar Municipal",
  ...values,
});

/** Uploads a file through the API. @returns the response */
export const uploadTestFile = (
  app: TestApp,
  path: string,
  bytes: Buffer,
  { token = APP_KEY, type = "image/jpeg" }: { token?: string; type?: string } = {},
) =>
  app.call("POST", path, {
    token,
    raw: new Uint8Array(bytes),
    headers: { "content-type": type, "idempotency-key": uuid() },
  });

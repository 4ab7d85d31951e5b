import "server-only";
import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type { ireportFiling } from "@/lib/contract/ireport-citizens";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { reportCode, reportCodeHash } from "@/lib/server/base/secret";
import type { Transaction } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { lockActiveSecret } from "@/lib/server/secrets/write-keys";
import { attachPhotos } from "./attach-photos";
import { resolvePlace } from "./check-place";
import { categoryForAudit, lockCategoryAcceptingReports } from "./recategorise";
import { ireportRecordRef } from "./record";
import { clocksOfNewReport } from "./report-clocks";
import { privateCategoryIds } from "./visibility";

/**
 * Files a report. Nothing identifies the reporter of an anonymous report: the request pipeline has removed its `user_id`, no citizen is
 * loaded, and the code is stored only as a hash. Private categories accept reports too.
 * @throws 404 for an unknown citizen; 409 for a closed account; 400 for an invalid category, place or photo
 */
export async function fileIreport({ tx, app, citizen, audit }: WriteContext, input: z.output<typeof ireportFiling>) {
  const reporter = !input.anonymous && input.user_id ? await citizen(input.user_id) : null;
  const category = await lockCategoryAcceptingReports(tx, input.category_id);
  if (!category) throw refuse.badInput(UNKNOWN_CATEGORY_MESSAGE, { category_id: UNKNOWN_CATEGORY_MESSAGE });
  const id = uuid();
  const code = reporter ? null : reportCode(id, await lockActiveSecret(tx));
  const report = {
    ...clocksOfNewReport(new Date(), category),
    ...resolvePlace(input),
    id,
    number: await nextReportNumber(tx),
    categoryId: category.id,
    title: input.title,
    text: input.text,
    ward: input.ward,
    reporterId: reporter?.id ?? null,
    codeHash: code && reportCodeHash(code),
    photos: input.photos.length,
  };
  await tx.insert(ireports).values(report);
  await attachPhotos(tx, { app: app.name }, input.photos, { ireportId: id, messageId: null });
  audit({
    record: ireportRecordRef(report),
    after: {
      state: report.state,
      category: categoryForAudit(category.id, await privateCategoryIds(tx)),
      photos: report.photos || undefined,
    },
  });
  return {
    id,
    number: report.number,
    state: report.state,
    due_at: report.dueAt.toISOString(),
    code,
  };
}

const UNKNOWN_CATEGORY_MESSAGE =
  "This category does not exist or no longer accepts reports. Load the categories again and choose another.";

/** Returns the next report number, such as `IR-000301`. If the report is then refused, the number stays unused. */
async function nextReportNumber(tx: Transaction): Promise<string> {
  const result = await tx.execute<{ number: string }>(
    sql`select 'IR-' || lpad(n::text, greatest(6, length(n::text)), '0') as number from nextval('ireport_numbers') n`,
  );
  const number = result.rows[0]?.number;
  if (!number) throw new Error("The sequence ireport_numbers gave no number.");
  return number;
}

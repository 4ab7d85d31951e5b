import "server-only";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { mayRateResolution, reporterView } from "./follow-report";
import { lockOwnReport, type ReporterIdentity } from "./own-report";
import { ireportRecordRef, updateIreport } from "./record";

type RatingInput = ReporterIdentity & { ireportId: string; stars: number; comment: string };

/**
 * Stores the citizen's rating of a resolution. Each resolution can be rated once.
 * @throws 404; 409 if the report is not resolved or already rated, or the account is closed
 */
export async function rateResolution(context: WriteContext, input: RatingInput) {
  const { tx, report, reader, now } = await lockOwnReport(context, input);
  if (report.state !== "resolved") throw refuse.conflict("Only a resolved report can be rated.");
  if (!mayRateResolution(report)) throw refuse.conflict("This resolution has been rated already.");
  const rated = await updateIreport(tx, report, { rating: input.stars, ratingComment: input.comment, ratedAt: now });
  context.audit({
    record: ireportRecordRef(report),
    before: { rating: report.rating },
    after: { rating: input.stars },
  });
  return reporterView(tx, rated, reader);
}

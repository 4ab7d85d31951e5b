import "server-only";
import { randomInt } from "node:crypto";
import { and, asc, eq, gt, isNotNull, lt } from "drizzle-orm";
import type { Database } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { callAppApi } from "./app-api";

/** Delay of an answer in ms: long enough to look real, and short enough for viewers of the demo. */
const THINK_TIME_MS = 90_000;

const ANSWERS = [
  "Yes, it is still like that. I passed there this morning.",
  "It is on the left side when you come from the junction. Anybody there can show your people.",
  "Since about three weeks. It is worst in the evening.",
  "Nobody is hurt for now, but small children play there.",
  "You can call the number of my account. I am at home till 5.",
  "My phone camera is bad, but it is about two metres wide.",
];

/**
 * Answers an officer's question about a report some time after it was asked, as the citizen who filed the report.
 * @param since time from which questions are answered; earlier ones stay open for viewers of the demo data
 * @returns true if a question was answered
 */
export async function simulateReportAnswer(db: Database, since: Date, now = Date.now()): Promise<boolean> {
  const [question] = await db
    .select({ id: ireports.id, reporterId: ireports.reporterId })
    .from(ireports)
    .where(
      and(
        eq(ireports.state, "waiting_for_citizen"),
        isNotNull(ireports.reporterId),
        gt(ireports.stoppedAt, since),
        lt(ireports.stoppedAt, new Date(now - THINK_TIME_MS)),
      ),
    )
    .orderBy(asc(ireports.stoppedAt), asc(ireports.id))
    .limit(1);
  if (!question?.reporterId) return false;
  const text = ANSWERS[randomInt(ANSWERS.length)];
  return (await callAppApi("POST", `/reports/${question.id}/answers`, { user_id: question.reporterId, text })) !== null;
}

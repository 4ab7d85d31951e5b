import "server-only";
import { randomInt } from "node:crypto";
import { and, asc, eq, gt, isNotNull, lt } from "drizzle-orm";
import type { Database } from "@/lib/server/db/client";
import { ireports } from "@/lib/server/db/schema/ireport";
import { throughTheDoor } from "./door";

/** Nobody answers at once; who watches the demo does not want to wait for long either. */
const THINKS_MS = 90_000;

const ANSWERS = [
  "Yes, it is still like that. I passed there this morning.",
  "It is on the left side when you come from the junction. Anybody there can show your people.",
  "Since about three weeks. It is worst in the evening.",
  "Nobody is hurt for now, but small children play there.",
  "You can call the number of my account. I am at home till 5.",
  "My phone camera is bad, but it is about two metres wide.",
];

/**
 * The citizen who is asked about their report answers, a while after the desk asked.
 * @param since questions from before are left to anyone who looks at the demo data
 * @returns whether one was answered
 */
export async function answerWhenAsked(db: Database, since: Date, now = Date.now()): Promise<boolean> {
  const [asked] = await db
    .select({ id: ireports.id, reporterId: ireports.reporterId })
    .from(ireports)
    .where(
      and(
        eq(ireports.state, "waiting_for_citizen"),
        isNotNull(ireports.reporterId),
        gt(ireports.stoppedAt, since),
        lt(ireports.stoppedAt, new Date(now - THINKS_MS)),
      ),
    )
    .orderBy(asc(ireports.stoppedAt), asc(ireports.id))
    .limit(1);
  if (!asked?.reporterId) return false;
  const text = ANSWERS[randomInt(ANSWERS.length)];
  return (await throughTheDoor("POST", `/reports/${asked.id}/answers`, { user_id: asked.reporterId, text })) !== null;
}

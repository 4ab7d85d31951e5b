import "server-only";
import { inArray, sql } from "drizzle-orm";
import { env } from "@/lib/env";
import type { Queryable } from "@/lib/server/db/client";
import { outbox } from "@/lib/server/db/schema/outbox";
import { readOperationOutcomes } from "@/lib/server/status/read-outcomes";
import type { ServiceName } from "@/lib/server/status/record-outcome";
import { documentationPathOf, lastErrorFacts, type StatusLineContent, toStatusLine } from "./status-line";

const KINDS = {
  mail: ["mail", "bulk_mail", "broadcast_mail"],
  push: ["push", "citizen_push"],
  provider: ["refund", "payout", "dispute"],
} as const;

/** Maximum number of queued messages that are counted. Counting more would be slow: a broadcast can queue a million mails. */
const WAITING_MAX = 10_000;

/** Returns the number of queued messages of a service, as a fact on System Status. */
export async function queuedMessageFacts(db: Queryable, service: ServiceName) {
  const rows = db
    .select({ one: sql`1` })
    .from(outbox)
    .where(inArray(outbox.kind, [...KINDS[service]]))
    .limit(WAITING_MAX);
  const result = await db.execute<{ waiting: number }>(
    sql`select count(*)::int as waiting from (${rows.getSQL()}) due`,
  );
  const waiting = result.rows[0]?.waiting ?? 0;
  const value = waiting === WAITING_MAX ? `${WAITING_MAX.toLocaleString("en")} or more` : waiting.toLocaleString("en");
  return [{ label: "Waiting", value }];
}

/**
 * Returns the line of a service on System Status. @param next advice if the service fails @param chapter heading of the documentation
 * about that failure
 */
export async function serviceLine(
  db: Queryable,
  service: ServiceName,
  next: string,
  chapter: string,
): Promise<StatusLineContent> {
  const outcome = (await readOperationOutcomes(db, "service")).find(({ name }) => name === service);
  const facts = [...(await queuedMessageFacts(db, service)), ...lastErrorFacts(outcome)];
  const { failingSince = null, lastSuccessAt = null } = outcome ?? {};
  return failingSince
    ? toStatusLine("failing", {
        facts,
        failingSince,
        lastSuccessAt,
        next: { text: next, document: documentationPathOf("trouble", chapter) },
      })
    : toStatusLine("working", { facts, lastSuccessAt });
}

/** Returns the line of mail on System Status. */
export async function mailLine(db: Queryable): Promise<StatusLineContent> {
  if (env().smtpUrl)
    return serviceLine(
      db,
      "mail",
      "Check the mail server and SMTP_URL. Waiting mails are sent again automatically.",
      "No mail arrives",
    );
  return toStatusLine("not_set_up", {
    facts: [
      ...(await queuedMessageFacts(db, "mail")),
      { label: "Mails are written to", value: "the folder outbox of DATA_DIR" },
    ],
    next: {
      text: "Set SMTP_URL, so that sign-in codes and other mails are sent.",
      document: documentationPathOf("setting", "SMTP_URL"),
    },
  });
}

/** Returns the line of pushes on System Status. */
export async function pushLine(db: Queryable): Promise<StatusLineContent> {
  const { firebase, firebaseServiceAccount } = env();
  if (firebase && firebaseServiceAccount)
    return serviceLine(
      db,
      "push",
      "Check FIREBASE_SERVICE_ACCOUNT. “Send a test notification to my devices” in the command box shows the reason.",
      "Pushes are refused in words",
    );
  return toStatusLine("not_set_up", {
    next: {
      text: firebase
        ? "Set FIREBASE_SERVICE_ACCOUNT, so that notifications can be sent."
        : "Set the FIREBASE settings to send notifications to phones and browsers.",
      document: documentationPathOf("setting", "FIREBASE_SERVICE_ACCOUNT"),
    },
  });
}

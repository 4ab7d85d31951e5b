import "server-only";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Database } from "@/lib/server/db/client";
import { outbox } from "@/lib/server/db/schema/admin";
import { broadcasts } from "@/lib/server/db/schema/broadcasts";
import { users } from "@/lib/server/db/schema/user";
import { citizenMail } from "@/lib/server/mail/messages";
import { inTransaction } from "@/lib/server/spine";
import { reachedBy } from "./audience";
import { holdTurn, type Turn } from "./lease";

const BATCH = 500;
/** Before every id. */
const FIRST = "00000000-0000-0000-0000-000000000000";

/**
 * Queues the next mails to people without a device, with how far that has come: nobody gets two. They leave as a kind of
 * their own, so that no sign-in code waits behind them.
 * @returns whether all are queued; undefined: the turn ended
 */
export function queueMails(db: Database, turn: Turn): Promise<{ over: boolean } | undefined> {
  return inTransaction(db, async (tx) => {
    const broadcast = await holdTurn(tx, turn);
    if (!broadcast) return undefined;
    const { audience, mailCursor, mails, title, text } = broadcast;
    if (!broadcast.mailWithoutDevice || audience.kind === "languages") return { over: true };
    const from = mailCursor ?? FIRST;
    const { people } = await reachedBy(tx, audience);
    const found = await tx
      .select({ id: users.id, firstName: users.firstName, email: users.email })
      .from(users)
      .where(
        and(
          people,
          gt(users.id, from),
          // Asked from the cursor on as well: the devices before it would be gone through each time.
          sql`not exists (select 1 from user_devices d where d.user_id = ${users.id} and d.user_id > ${from})`,
        ),
      )
      .orderBy(asc(users.id))
      .limit(BATCH);
    const last = found.at(-1);
    if (!last) return { over: true };
    await tx.insert(outbox).values(
      found.map((user) => ({
        kind: "broadcast_mail" as const,
        payload: citizenMail(user, { subject: title, text }),
      })),
    );
    await tx
      .update(broadcasts)
      .set({ mailCursor: last.id, mails: mails + found.length })
      .where(eq(broadcasts.id, broadcast.id));
    return { over: false };
  });
}

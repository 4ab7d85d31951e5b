import "server-only";
import { eq, inArray, or } from "drizzle-orm";
import type { AccessRight } from "@/lib/contract/access";
import { fullName } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { fullAdminLostMail, newFullAdminMail, sensitiveRightsMail } from "@/lib/server/mail/full-admin-mails";
import { queueMails } from "@/lib/server/outbox/queue";
import { readAdminName } from "./active-admins";
import { readFullAdministrators } from "./current-rights";
import type { Admin } from "./read-admins";

type Person = { id: string; name: string };

/** Notifies active and affected admins that someone lost full administration. */
export async function notifyOfLostFullAdmin(
  tx: Transaction,
  change: { by: string; lost: string[]; remaining: Person[] },
) {
  const people = await tx
    .select()
    .from(admins)
    .where(or(eq(admins.status, "active"), inArray(admins.id, change.lost)));
  const lost = people
    .filter(({ id }) => change.lost.includes(id))
    .map((lostAdmin) => ({ name: fullName(lostAdmin), how: toLoss(lostAdmin) }));
  const onlyName = change.remaining.length === 1 ? change.remaining[0]?.name : undefined;
  await queueMails(
    tx,
    people.map((to) => fullAdminLostMail(to, { by: change.by, losses: lost, onlyRemaining: onlyName })),
  );
}

const toLoss = ({ status }: Admin) => (status === "suspended" || status === "deleted" ? status : ("re-roled" as const));

/** Notifies every active admin that the only full administrator created another full administrator with the setup key. */
export async function notifyOfNewFullAdmin(
  tx: Transaction,
  made: { by: string; name: string; status: Admin["status"] },
) {
  const people = await tx.select().from(admins).where(eq(admins.status, "active"));
  await queueMails(
    tx,
    people.map((to) => newFullAdminMail(to, made)),
  );
}

/** Notifies full administrators of new sensitive rights: who got them, who assigned them, and who approved it. */
export async function notifyOfSensitiveRights(
  tx: Transaction,
  grant: { by: string; approvedBy?: string; byKey: boolean; people: readonly Admin[]; rights: readonly AccessRight[] },
) {
  const { by, byKey, people, rights } = grant;
  const approvedBy = grant.approvedBy ? await readAdminName(tx, grant.approvedBy) : null;
  const fullAdmins = await readFullAdministrators(tx);
  const recipients = fullAdmins.length
    ? await tx
        .select()
        .from(admins)
        .where(
          inArray(
            admins.id,
            fullAdmins.map(({ id }) => id),
          ),
        )
    : [];
  await queueMails(
    tx,
    recipients.map((to) => sensitiveRightsMail(to, { by, byKey, approvedBy, people, rights })),
  );
}

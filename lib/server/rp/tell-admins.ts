import "server-only";
import { eq, inArray, or } from "drizzle-orm";
import type { Grant } from "@/lib/contract/access";
import { fullName } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { fullLostMail, newFullMail, sensitiveRightsMail } from "@/lib/server/mail/full-admin-mails";
import { queueMails } from "@/lib/server/outbox/queue";
import { nameOf } from "./active-admins";
import type { Admin } from "./read-admins";
import { fullAdministrators } from "./read-rights";

type Person = { id: string; name: string };

/**
 * Tells every active admin, and those it is about, who is a full administrator no more.
 * @param change `left`: the full administrators that remain
 */
export async function tellOfLostFull(tx: Transaction, change: { by: string; lost: string[]; left: Person[] }) {
  const people = await tx
    .select()
    .from(admins)
    .where(or(eq(admins.status, "active"), inArray(admins.id, change.lost)));
  const lost = people
    .filter(({ id }) => change.lost.includes(id))
    .map((one) => ({ name: fullName(one), how: howOf(one) }));
  const only = change.left.length === 1 ? change.left[0]?.name : undefined;
  await queueMails(
    tx,
    people.map((to) => fullLostMail(to, { by: change.by, lost, only })),
  );
}

const howOf = ({ status }: Admin) => (status === "suspended" || status === "deleted" ? status : ("re-roled" as const));

/** Tells every active admin that the only full administrator made another one with the setup key. */
export async function tellOfNewFull(tx: Transaction, made: { by: string; whom: string; status: Admin["status"] }) {
  const people = await tx.select().from(admins).where(eq(admins.status, "active"));
  await queueMails(
    tx,
    people.map((to) => newFullMail(to, made)),
  );
}

/** Tells the full administrators who was given which sensitive rights, by whom, and who approved it. */
export async function tellOfSensitiveRights(
  tx: Transaction,
  given: { by: string; approvedBy?: string; byKey: boolean; people: readonly Admin[]; rights: readonly Grant[] },
) {
  const { by, byKey, people, rights } = given;
  const approvedBy = given.approvedBy ? await nameOf(tx, given.approvedBy) : null;
  const full = await fullAdministrators(tx);
  const readers = full.length
    ? await tx
        .select()
        .from(admins)
        .where(
          inArray(
            admins.id,
            full.map(({ id }) => id),
          ),
        )
    : [];
  await queueMails(
    tx,
    readers.map((to) => sensitiveRightsMail(to, { by, byKey, approvedBy, people, rights })),
  );
}

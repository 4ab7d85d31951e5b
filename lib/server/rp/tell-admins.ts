import "server-only";
import { eq, inArray, or } from "drizzle-orm";
import { fullName } from "@/lib/server/api/context";
import type { Transaction } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { fullLostMail, newFullMail } from "@/lib/server/mail/full-admin-mails";
import { queueMails } from "@/lib/server/outbox/queue";
import type { Admin } from "./read-admins";

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

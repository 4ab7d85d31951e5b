import "server-only";
import { asc, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { UserDetails, userChange, userRestriction } from "@/lib/contract/user";
import type { UserStatus } from "@/lib/contract/user.values";
import { attachBalanceMessage } from "@/lib/server/api/balances-in-refusals";
import { fullName, type SignedInAdmin, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { endOfDay, lagosDayOf } from "@/lib/server/base/time";
import type { Transaction } from "@/lib/server/db/client";
import { userGroupMembers, userGroups, users } from "@/lib/server/db/schema/user";
import { lockAccounts } from "@/lib/server/ledger/accounts";
import { rejectStaleVersion, updateVersionedRecord } from "@/lib/server/records/version";
import { emitUserWebhook } from "@/lib/server/webhooks/record-events";
import { findClosingObstacles } from "./closing-obstacles";
import { liftExpiredRestriction } from "./lift-expired";
import { notifyCitizenOfStatus } from "./notify-of-status";
import { readUserDetails, userActivity, userRecordRef } from "./single";
import { isRestrictionExpired, type UserRecord } from "./status";

type StatusChange = z.output<typeof userChange> & { message?: string };
type UserColumns = Partial<typeof users.$inferInsert>;

/** Column values of an account without a restriction. */
export const NO_RESTRICTION_COLUMNS = {
  restriction: null,
  legalBasis: null,
  restrictedUntil: null,
} satisfies UserColumns;

/**
 * Restricts a wallet, or replaces its restriction. From the commit on, the ledger rejects the restricted postings.
 * @throws 404; 400 for a last day in the past; 409 if the account is suspended or closed, or has changed
 */
export async function restrictUser(context: WriteContext, input: z.output<typeof userRestriction>) {
  const lastDay = input.last_day || null;
  if (lastDay && lastDay < lagosDayOf(new Date()))
    throw refuse.badInput("The last day of a restriction can't have passed.", {
      last_day: "Choose today or a later day.",
    });
  return setStatus(
    context,
    input,
    { from: ["active", "restricted"], to: "restricted", done: "restricted" },
    {
      restriction: input.restriction,
      legalBasis: input.legal_basis,
      restrictedUntil: lastDay ? endOfDay(lastDay) : null,
    },
  );
}

/** Lifts an account's restriction. @throws 404; 409 if the account has no restriction, or has changed */
export const liftRestriction = (context: WriteContext, input: StatusChange) =>
  setStatus(
    context,
    input,
    { from: ["restricted"], to: "active", done: "freed of a restriction" },
    NO_RESTRICTION_COLUMNS,
  );

/** Suspends an account and ends its app sessions. @throws 404; 409 unless it is active and unchanged */
export const suspendUser = (context: WriteContext, input: StatusChange) =>
  setStatus(context, input, { from: ["active"], to: "suspended", done: "suspended" }, { sessionsResetAt: new Date() });

/** Reactivates an account. @throws 404; 409 unless it is suspended and unchanged */
export const reactivateUser = (context: WriteContext, input: StatusChange) =>
  setStatus(context, input, { from: ["suspended"], to: "active", done: "reactivated" }, {});

/**
 * Closes an account permanently and removes it from its groups, so that counts and exports need no filter.
 * @throws 404; 409 if the wallet has a balance, something is unfinished, or the account is closed or has changed
 */
export const closeUser = (context: WriteContext, input: StatusChange) =>
  setStatus(
    context,
    input,
    { from: ["active", "restricted", "suspended"], to: "closed", done: "closed" },
    {
      ...NO_RESTRICTION_COLUMNS,
      sessionsResetAt: new Date(),
    },
  );

/**
 * Ends every app session that began before now. The app compares each session's start with `sessions_reset_at`.
 * @throws 404; 409 if the account is closed or has changed
 */
export async function resetSessions({ tx, admin, audit }: WriteContext, input: StatusChange): Promise<UserDetails> {
  const user = await lockUser(tx, input, admin);
  if (user.status === "closed") throw await illegalTransition(tx, user, admin, "signed out of the app");
  const sessionsResetAt = new Date();
  await emitUserWebhook(tx, "user.updated", await saveUser(tx, user.id, { sessionsResetAt }));
  audit({
    record: userRecordRef(user),
    before: { sessions_reset_at: user.sessionsResetAt?.toISOString() ?? null },
    after: { sessions_reset_at: sessionsResetAt.toISOString(), reason: input.reason },
  });
  return readUserDetails(tx, user.id, admin.rights);
}

/** Webhook event of each change of status, by the new status. An account becomes `active` when its restriction is lifted or it is reactivated. */
const STATUS_EVENTS = {
  active: "user.reinstated",
  restricted: "user.restricted",
  suspended: "user.suspended",
  closed: "user.closed",
} as const satisfies Record<UserStatus, string>;

async function setStatus(
  { tx, admin, audit }: WriteContext,
  input: StatusChange,
  { from, to, done }: { from: readonly UserStatus[]; to: UserStatus; done: string },
  values: UserColumns,
): Promise<UserDetails> {
  const user = await lockUser(tx, input, admin);
  if (!from.includes(user.status)) throw await illegalTransition(tx, user, admin, done);
  if (to === "closed")
    await refuseClosingObstacles(tx, user, {
      reader: admin.rights,
      current: () => readUserDetails(tx, user.id, admin.rights),
    });
  const updated = await saveUser(tx, user.id, {
    ...values,
    status: to,
    statusReason: input.reason,
    statusMessage: input.message?.trim() || null,
    statusChangedAt: new Date(),
  });
  if (to !== "closed") await notifyCitizenOfStatus(tx, user, updated);
  const leftGroups = to === "closed" ? await removeFromAllGroups(tx, user.id) : [];
  await emitUserWebhook(tx, STATUS_EVENTS[to], updated);
  audit({
    record: userRecordRef(user),
    before: userStatusAuditFields(user),
    after: {
      ...userStatusAuditFields(updated),
      ...(leftGroups.length && { groups_left: leftGroups }),
      reason: input.reason,
      ...(updated.statusMessage && { message: updated.statusMessage }),
    },
  });
  return readUserDetails(tx, user.id, admin.rights);
}

const CANNOT_CLOSE_MESSAGE = "This account can't be closed yet.";

type Reader = { reader: Parameters<typeof findClosingObstacles>[2]; current: () => Promise<unknown> };

/** Refuses to close an account that has obstacles. @throws 409 with a sentence for each */
export async function refuseClosingObstacles(
  tx: Transaction,
  user: UserRecord,
  { reader, current }: Reader,
): Promise<void> {
  const obstacles = await findClosingObstacles(tx, user.id, reader);
  if (!obstacles.length) return;
  // The audit trail omits amounts and references, because not all its readers may see them.
  const refusal = `${CANNOT_CLOSE_MESSAGE} ${(await findClosingObstacles(tx, user.id, [])).join(" ")}`;
  throw attachBalanceMessage(
    refuse.conflict(refusal, await current()),
    `${CANNOT_CLOSE_MESSAGE} ${obstacles.join(" ")}`,
    null,
  );
}

/** Removes a user from all groups. @returns these groups */
export async function removeFromAllGroups(tx: Transaction, userId: string): Promise<{ id: string; name: string }[]> {
  const leftGroups = await tx.delete(userGroupMembers).where(eq(userGroupMembers.userId, userId)).returning();
  const ids = leftGroups.map(({ groupId }) => groupId);
  return tx
    .select({ id: userGroups.id, name: userGroups.name })
    .from(userGroups)
    .where(inArray(userGroups.id, ids))
    .orderBy(asc(userGroups.name));
}

const NEXT_STEPS: Record<UserStatus, string> = {
  active: "There is nothing to undo.",
  restricted: "Lift the restriction first.",
  suspended: "Reactivate it first.",
  closed: "That is final; the person can open a new account.",
};

const illegalTransition = async (tx: Transaction, user: UserRecord, admin: SignedInAdmin, done: string) =>
  refuse.conflict(
    `${fullName(user)}'s account is ${user.status}, so it can't be ${done}. ${NEXT_STEPS[user.status]}`,
    await readUserDetails(tx, user.id, admin.rights),
  );

/** Returns the columns about an account's status that its audit rows contain. */
export const userStatusAuditFields = ({
  status,
  restriction,
  legalBasis,
  restrictedUntil,
  sessionsResetAt,
}: UserRecord) => ({
  status,
  restriction,
  legal_basis: legalBasis,
  restricted_until: restrictedUntil?.toISOString() ?? null,
  sessions_reset_at: sessionsResetAt?.toISOString() ?? null,
});

/**
 * Locks the user, then the wallet, in the same order as a payment, to prevent deadlocks. Waits for a concurrent posting; later postings see the
 * change. Lifts an expired restriction.
 * @throws 404; 409 with who changed the account and how
 */
async function lockUser(
  tx: Transaction,
  input: { userId: string; version: number },
  admin: SignedInAdmin,
): Promise<UserRecord> {
  const isWantedUser = eq(users.id, input.userId);
  await tx.select({ id: users.id }).from(users).where(isWantedUser).for("no key update");
  await lockAccounts(tx, [input.userId]);
  // Takes this stronger lock only after the wallet's, because it also blocks inserts of rows that reference the user, such as postings.
  const [user] = await tx.select().from(users).where(isWantedUser).for("update");
  if (!user) throw refuse.notFound("user");
  await rejectStaleVersion(
    "account",
    user,
    input.version,
    () => readUserDetails(tx, user.id, admin.rights),
    () => lastChange(tx, user.id, admin.id),
  );
  return isRestrictionExpired(user) ? liftExpiredRestriction(tx, user) : user;
}

const CHANGE_PHRASES: Record<string, string> = {
  "user.restrict": "restricted this account",
  "user.lift": "lifted the restriction of this account",
  "user.suspend": "suspended this account",
  "user.reactivate": "reactivated this account",
  "user.close": "closed this account",
  "user.resetSessions": "signed this account out of the app",
  "kyc.decide": "changed the tier of this account",
  "approvals.decide": "approved a change of this account",
};

async function lastChange(tx: Transaction, userId: string, adminId: string): Promise<string | null> {
  const lastEntry = (await userActivity(tx, userId)).find(({ action }) => CHANGE_PHRASES[action]);
  if (!lastEntry) return null;
  const authorName = !lastEntry.by ? "The system" : lastEntry.by.id === adminId ? "You" : lastEntry.by.name;
  return `${authorName} ${CHANGE_PHRASES[lastEntry.action]}`;
}

async function saveUser(tx: Transaction, id: string, values: UserColumns): Promise<UserRecord> {
  return updateVersionedRecord(tx, users, id, values);
}

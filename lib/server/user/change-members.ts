import "server-only";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { GroupAdditionResult } from "@/lib/contract/user-groups";
import { abbreviateList } from "@/lib/contract/words.values";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { idsSummary } from "@/lib/server/audit/changes";
import { refusalAuditEntries } from "@/lib/server/audit/refused-records";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { userGroupMembers, userGroups, users } from "@/lib/server/db/schema/user";
import { lockRecord, updateVersionedRecord } from "@/lib/server/records/version";
import { groupRecordRef } from "./read-groups";
import type { UserRecord } from "./status";

const uniqueIds = (ids: readonly string[]) => [...new Set(ids.map((id) => id.toLowerCase()))];

/**
 * Returns these users by id and locks their rows until the transaction ends. A concurrent closing of an account then
 * either waits and removes the new membership, or is finished and visible here.
 */
async function lockUsers(tx: Transaction, ids: readonly string[]): Promise<Map<string, UserRecord>> {
  const lockedUsers = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id))
    .for("share");
  return new Map(lockedUsers.map((user) => [user.id, user]));
}

/** Returns which of these users are in the group. */
export async function readMembersAmong(db: Queryable, groupId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: userGroupMembers.userId })
    .from(userGroupMembers)
    .where(and(eq(userGroupMembers.groupId, groupId), inArray(userGroupMembers.userId, [...ids])));
  return new Set(rows.map(({ id }) => id));
}

/** Maximum number of people whose names a refusal message contains. */
const NAMED = 5;

/** Adds all these users to the group, or none of them. @returns ids of new members @throws 400 for an unknown id or a closed account */
export async function addMembers(tx: Transaction, groupId: string, ids: readonly string[]): Promise<string[]> {
  const wantedIds = uniqueIds(ids);
  if (wantedIds.length === 0) return [];
  const usersById = await lockUsers(tx, wantedIds);
  const unknownId = wantedIds.find((id) => !usersById.has(id));
  if (unknownId)
    throw refuse.badInput(`${unknownId} is not a user's id. Remove it and try again.`, { add: "A member is unknown." });
  const closed = [...usersById.values()].filter(({ status }) => status === "closed").map(fullName);
  if (closed.length)
    throw refuse.badInput(
      `A closed account can't be in a group: ${abbreviateList(closed, NAMED)}. Remove it and try again.`,
      {
        add: "A member's account is closed.",
      },
    );
  return insertMembers(tx, groupId, wantedIds);
}

async function insertMembers(tx: Transaction, groupId: string, ids: readonly string[]): Promise<string[]> {
  const insertedRows = await tx
    .insert(userGroupMembers)
    .values(ids.map((userId) => ({ groupId, userId })))
    .onConflictDoNothing()
    .returning({ id: userGroupMembers.userId });
  return insertedRows.map(({ id }) => id);
}

/** Removes these members from the group, or all members without `ids`. @returns the removed ids */
export async function removeMembers(tx: Transaction, groupId: string, ids?: readonly string[]): Promise<string[]> {
  if (ids?.length === 0) return [];
  const removedRows = await tx
    .delete(userGroupMembers)
    .where(and(eq(userGroupMembers.groupId, groupId), ids && inArray(userGroupMembers.userId, [...ids])))
    .returning({ id: userGroupMembers.userId });
  return removedRows.map(({ id }) => id);
}

/**
 * Adds users to a group of chosen people, without a version check. The result has a reason for each user not added, and
 * the audit trail logs each of them as refused by name (`refusalAuditEntries`).
 * @throws 404; 409 if a rule defines the group's members
 */
export async function addToGroup({ tx, audit }: WriteContext, input: { groupId: string; users: string[] }) {
  const group = await lockRecord(tx, userGroups, input.groupId, "user group");
  if (group.kind === "rule")
    throw refuse.conflict(`Who belongs to ${group.name} follows from its rule. Choose a group of chosen people.`);
  const wantedIds = uniqueIds(input.users);
  const usersById = await lockUsers(tx, wantedIds);
  const members = await readMembersAmong(tx, group.id, wantedIds);
  const results = wantedIds.map((id): GroupAdditionResult => {
    const user = usersById.get(id);
    const refusalMessage = !user
      ? "This user does not exist."
      : user.status === "closed"
        ? "The account is closed, so it can't be in a group."
        : members.has(id)
          ? `In ${group.name} already.`
          : null;
    return {
      id,
      name: user ? fullName(user) : "Unknown user",
      done: !refusalMessage,
      message: refusalMessage ?? `Added to ${group.name}.`,
    };
  });
  const addedIds = results.filter(({ done }) => done).map(({ id }) => id);
  if (addedIds.length) {
    await insertMembers(tx, group.id, addedIds);
    await updateVersionedRecord(tx, userGroups, group.id, {});
  }
  const refusedResults = results
    .filter(({ done }) => !done)
    .map(({ id, name, message }) => ({ record: { type: "user" as const, id, name }, refusal: message }));
  for (const row of refusalAuditEntries(refusedResults, groupRecordRef(group))) audit(row);
  if (addedIds.length) audit({ record: groupRecordRef(group), after: { members_added: idsSummary(addedIds) } });
  return { results };
}

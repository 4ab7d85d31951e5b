import "server-only";
import { and, asc, eq, inArray } from "drizzle-orm";
import type { AdditionResult } from "@/lib/contract/user-groups";
import { fewOf } from "@/lib/contract/words.values";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { idsSummary } from "@/lib/server/audit/changes";
import { refusedRows } from "@/lib/server/audit/refused";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { userGroupMembers, userGroups, users } from "@/lib/server/db/schema/user";
import { lockRecord, saveVersion } from "@/lib/server/records/version";
import { groupRecord } from "./read-groups";
import type { UserRecord } from "./status";

const idsOf = (ids: readonly string[]) => [...new Set(ids.map((id) => id.toLowerCase()))];

/**
 * Returns these users by id, with their rows locked until the transaction ends. A concurrent closure then either waits and
 * removes the new membership, or finishes first and is seen here.
 */
async function lockUsers(tx: Transaction, ids: readonly string[]): Promise<Map<string, UserRecord>> {
  const found = await tx
    .select()
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(asc(users.id))
    .for("share");
  return new Map(found.map((user) => [user.id, user]));
}

/** Returns which of these users are in the group. */
export async function membersAmong(db: Queryable, groupId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: userGroupMembers.userId })
    .from(userGroupMembers)
    .where(and(eq(userGroupMembers.groupId, groupId), inArray(userGroupMembers.userId, [...ids])));
  return new Set(rows.map(({ id }) => id));
}

/** Number of people that a message names. */
const NAMED = 5;

/**
 * Adds all the users, or none.
 * @returns ids of those who were not members before
 * @throws 400 for an id of no user or a closed account
 */
export async function addMembers(tx: Transaction, groupId: string, ids: readonly string[]): Promise<string[]> {
  const wanted = idsOf(ids);
  if (wanted.length === 0) return [];
  const known = await lockUsers(tx, wanted);
  const stranger = wanted.find((id) => !known.has(id));
  if (stranger)
    throw refuse.badInput(`${stranger} is not a user's id. Remove it and try again.`, { add: "A member is unknown." });
  const closed = [...known.values()].filter(({ status }) => status === "closed").map(fullName);
  if (closed.length)
    throw refuse.badInput(`A closed account can't be in a group: ${fewOf(closed, NAMED)}. Remove it and try again.`, {
      add: "A member's account is closed.",
    });
  return insert(tx, groupId, wanted);
}

async function insert(tx: Transaction, groupId: string, ids: readonly string[]): Promise<string[]> {
  const inserted = await tx
    .insert(userGroupMembers)
    .values(ids.map((userId) => ({ groupId, userId })))
    .onConflictDoNothing()
    .returning({ id: userGroupMembers.userId });
  return inserted.map(({ id }) => id);
}

/** Removes these members from the group, or all members without `ids`. @returns the ids of those removed */
export async function removeMembers(tx: Transaction, groupId: string, ids?: readonly string[]): Promise<string[]> {
  if (ids?.length === 0) return [];
  const removed = await tx
    .delete(userGroupMembers)
    .where(and(eq(userGroupMembers.groupId, groupId), ids && inArray(userGroupMembers.userId, [...ids])))
    .returning({ id: userGroupMembers.userId });
  return removed.map(({ id }) => id);
}

/**
 * Adds users to a group with fixed members, without a version check. The result gives a reason for each user not added, and the
 * audit trail logs each of them as refused by name (`refusedRows`).
 * @throws 404; 409 if a rule defines the group's members
 */
export async function addToGroup({ tx, audit }: WriteContext, input: { groupId: string; users: string[] }) {
  const group = await lockRecord(tx, userGroups, input.groupId, "user group");
  if (group.kind === "rule")
    throw refuse.conflict(`Who belongs to ${group.name} follows from its rule. Choose a group of chosen people.`);
  const wanted = idsOf(input.users);
  const known = await lockUsers(tx, wanted);
  const members = await membersAmong(tx, group.id, wanted);
  const results = wanted.map((id): AdditionResult => {
    const user = known.get(id);
    const kept = !user
      ? "This user does not exist."
      : user.status === "closed"
        ? "The account is closed, so it can't be in a group."
        : members.has(id)
          ? `In ${group.name} already.`
          : null;
    return {
      id,
      name: user ? fullName(user) : "Unknown user",
      done: !kept,
      message: kept ?? `Added to ${group.name}.`,
    };
  });
  const added = results.filter(({ done }) => done).map(({ id }) => id);
  if (added.length) {
    await insert(tx, group.id, added);
    await saveVersion(tx, userGroups, group.id, {});
  }
  const refused = results
    .filter(({ done }) => !done)
    .map(({ id, name, message }) => ({ record: { type: "user" as const, id, name }, refusal: message }));
  for (const row of refusedRows(refused, groupRecord(group))) audit(row);
  if (added.length) audit({ record: groupRecord(group), after: { members_added: idsSummary(added) } });
  return { results };
}

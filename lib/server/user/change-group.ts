import "server-only";
import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import { SPENDING_PERIOD_DAYS_DEFAULT } from "@/lib/contract/user.values";
import {
  minimumSpend,
  type UserGroupDetails,
  type UserGroupRule,
  type userGroupCreation,
  type userGroupUpdate,
} from "@/lib/contract/user-groups";
import { abbreviateList } from "@/lib/contract/words.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { idsSummary } from "@/lib/server/audit/changes";
import type { Transaction } from "@/lib/server/db/client";
import { userGroups } from "@/lib/server/db/schema/user";
import {
  lockExpectedVersion,
  nameTakenConflict,
  refuseNameTaken,
  updateVersionedRecord,
} from "@/lib/server/records/version";
import { addMembers, removeMembers } from "./change-members";
import { findGroupUses } from "./group-use";
import { type GroupRecord, groupRecordRef, readUserGroupDetails } from "./read-groups";
import { ruleUsesSpending } from "./sum-spending";

/** Removes conditions without effect: a minimum spend of 0, and a number of days without a spend limit. */
function normalisedRule(rule: UserGroupRule | null | undefined): UserGroupRule | null {
  if (!rule) return null;
  const normalised = {
    ...rule,
    spend_min: minimumSpend(rule) ? rule.spend_min : undefined,
    spend_days: ruleUsesSpending(rule) ? rule.spend_days || SPENDING_PERIOD_DAYS_DEFAULT : undefined,
  };
  return Object.fromEntries(Object.entries(normalised).filter(([, value]) => value !== undefined && value !== ""));
}

const toAudit = ({ name, description, kind, rule }: Pick<GroupRecord, "name" | "description" | "kind" | "rule">) => ({
  name,
  description,
  kind,
  ...rule,
});

const idListForAudit = (field: string, ids: readonly string[]) => (ids.length ? { [field]: idsSummary(ids) } : {});

/** Creates a group with members. @throws 400 for an unknown user or a closed account; 409 if the name is taken */
export async function createGroup(
  { tx, audit }: WriteContext,
  input: z.output<typeof userGroupCreation>,
): Promise<UserGroupDetails> {
  const { name, description = "", kind } = input;
  const group = { id: uuid(), name: name.trim(), description, kind, rule: normalisedRule(input.rule) };
  const inserted = await tx.insert(userGroups).values(group).onConflictDoNothing();
  if (!inserted.rowCount) throw nameTakenConflict("group", group.name);
  const addedIds = await addMembers(tx, group.id, input.add ?? []);
  audit({ record: groupRecordRef(group), after: { ...toAudit(group), ...idListForAudit("members_added", addedIds) } });
  return readUserGroupDetails(tx, group.id);
}

/**
 * Changes a group's name, description, rule and members.
 * @throws 404; 400 for an unknown id or a closed account; 409 with the current group if it has changed; 409 for a taken
 * name
 */
export async function updateGroup(
  { tx, audit }: WriteContext,
  input: z.output<typeof userGroupUpdate>,
): Promise<UserGroupDetails> {
  const group = await lockGroup(tx, input);
  if (group.kind !== input.kind)
    throw refuse.badInput("A group stays what it is. Make a new one for the other kind.", {
      kind: "This can't be changed.",
    });
  const values = { name: input.name.trim(), description: input.description ?? "", rule: normalisedRule(input.rule) };
  await refuseNameTaken(tx, userGroups, "group", { id: group.id, name: values.name });
  const removedIds = await removeMembers(tx, group.id, input.remove ?? []);
  const addedIds = await addMembers(tx, group.id, input.add ?? []);
  await updateVersionedRecord(tx, userGroups, group.id, values);
  audit({
    record: groupRecordRef({ ...group, ...values }),
    before: toAudit(group),
    after: {
      ...toAudit({ ...group, ...values }),
      ...idListForAudit("members_added", addedIds),
      ...idListForAudit("members_removed", removedIds),
    },
  });
  return readUserGroupDetails(tx, group.id);
}

/** Deletes a group. @throws 404; 409 with the current group if it has changed or is in use; the message lists its uses */
export async function deleteGroup(
  { tx, audit }: WriteContext,
  input: { groupId: string; version: number },
): Promise<Record<string, never>> {
  const group = await lockGroup(tx, input);
  const groupUses = await findGroupUses(tx, group.id);
  if (groupUses.length) {
    const usesPhrase = abbreviateList(
      groupUses.map(({ what, name }) => `${what} ${name}`),
      5,
    );
    throw refuse.conflict(
      `The group ${group.name} is used by: ${usesPhrase}. Choose another group there first.`,
      await readUserGroupDetails(tx, group.id),
    );
  }
  const members = await removeMembers(tx, group.id);
  await tx.delete(userGroups).where(eq(userGroups.id, group.id));
  audit({ record: groupRecordRef(group), before: { ...toAudit(group), ...idListForAudit("members", members) } });
  return {};
}

/** Locks a group at the version that the caller saw. @throws 404; 409 with the current group if it has changed */
const lockGroup = (
  tx: Transaction,
  { groupId: id, version }: { groupId: string; version: number },
): Promise<GroupRecord> =>
  lockExpectedVersion(tx, userGroups, { id, version }, { noun: "group", current: () => readUserGroupDetails(tx, id) });

import "server-only";
import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import { SPEND_DAYS_UNSAID } from "@/lib/contract/user.values";
import {
  type GroupRule,
  leastSpend,
  type UserGroupSingle,
  type userGroupCreation,
  type userGroupUpdate,
} from "@/lib/contract/user-groups";
import { fewOf } from "@/lib/contract/words.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { severalOf } from "@/lib/server/audit/changes";
import type { Transaction } from "@/lib/server/db/client";
import { userGroups } from "@/lib/server/db/schema/user";
import { lockVersion, nameTaken, refuseNameTaken, saveVersion } from "@/lib/server/records/version";
import { addMembers, removeMembers } from "./change-members";
import { usesOfGroup } from "./group-use";
import { type GroupRecord, groupRecord, groupSingle } from "./read-groups";
import { asksSpend } from "./sum-spending";

/** A rule without what it leaves open: the days of a spend that it does not ask for mean nothing, nor does at least 0. */
function saidBy(rule: GroupRule | null | undefined): GroupRule | null {
  if (!rule) return null;
  const said = {
    ...rule,
    spend_min: leastSpend(rule) ? rule.spend_min : undefined,
    spend_days: asksSpend(rule) ? rule.spend_days || SPEND_DAYS_UNSAID : undefined,
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined && value !== ""));
}

const trail = ({ name, description, kind, rule }: Pick<GroupRecord, "name" | "description" | "kind" | "rule">) => ({
  name,
  description,
  kind,
  ...rule,
});

const several = (field: string, ids: readonly string[]) => (ids.length ? { [field]: severalOf(ids) } : {});

/** @throws 400 for an id that is no user's or a closed account's; 409 when the name is taken. */
export async function createGroup(
  { tx, audit }: WriteContext,
  input: z.output<typeof userGroupCreation>,
): Promise<UserGroupSingle> {
  const { name, description = "", kind } = input;
  const group = { id: uuid(), name: name.trim(), description, kind, rule: saidBy(input.rule) };
  const inserted = await tx.insert(userGroups).values(group).onConflictDoNothing();
  if (!inserted.rowCount) throw nameTaken("group", group.name);
  const added = await addMembers(tx, group.id, input.add ?? []);
  audit({ record: groupRecord(group), after: { ...trail(group), ...several("members_added", added) } });
  return groupSingle(tx, group.id);
}

/**
 * @throws 404; 400 for an id that is no user's or a closed account's; 409 with the current group when it changed since,
 * or the name is taken.
 */
export async function updateGroup(
  { tx, audit }: WriteContext,
  input: z.output<typeof userGroupUpdate>,
): Promise<UserGroupSingle> {
  const group = await lockGroup(tx, input);
  if (group.kind !== input.kind)
    throw refuse.badInput("A group stays what it is. Make a new one for the other kind.", {
      kind: "This can't be changed.",
    });
  const values = { name: input.name.trim(), description: input.description ?? "", rule: saidBy(input.rule) };
  await refuseNameTaken(tx, userGroups, "group", { id: group.id, name: values.name });
  const removed = await removeMembers(tx, group.id, input.remove ?? []);
  const added = await addMembers(tx, group.id, input.add ?? []);
  await saveVersion(tx, userGroups, group.id, values);
  audit({
    record: groupRecord({ ...group, ...values }),
    before: trail(group),
    after: {
      ...trail({ ...group, ...values }),
      ...several("members_added", added),
      ...several("members_removed", removed),
    },
  });
  return groupSingle(tx, group.id);
}

/** @throws 404; 409 while it is in use, with where, or when it changed since. */
export async function deleteGroup(
  { tx, audit }: WriteContext,
  input: { groupId: string; version: number },
): Promise<Record<string, never>> {
  const group = await lockGroup(tx, input);
  const uses = await usesOfGroup(tx, group.id);
  if (uses.length) {
    const where = fewOf(
      uses.map(({ what, name }) => `${what} ${name}`),
      5,
    );
    throw refuse.conflict(
      `The group ${group.name} is used by: ${where}. Choose another group there first.`,
      await groupSingle(tx, group.id),
    );
  }
  const members = await removeMembers(tx, group.id);
  await tx.delete(userGroups).where(eq(userGroups.id, group.id));
  audit({ record: groupRecord(group), before: { ...trail(group), ...several("members", members) } });
  return {};
}

/** @throws 404; 409 with the current group when it changed since */
const lockGroup = (
  tx: Transaction,
  { groupId: id, version }: { groupId: string; version: number },
): Promise<GroupRecord> =>
  lockVersion(tx, userGroups, { id, version }, { noun: "group", current: () => groupSingle(tx, id) });

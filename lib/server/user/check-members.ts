import "server-only";
import { eq, inArray, or, sql } from "drizzle-orm";
import { cleanPastedValue } from "@/lib/contract/pasted.values";
import { readPhone } from "@/lib/contract/phone.values";
import type { CheckedMemberRow } from "@/lib/contract/user-groups";
import { fullName, type HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { userGroups, users } from "@/lib/server/db/schema/user";
import { isUuid } from "@/lib/server/lists/search-terms";
import { readMembersAmong } from "./change-members";

/** Value by which an input row identifies a user. */
type MemberKey = { by: "id" | "email" | "phone"; value: string } | null;

function parseMemberKey(typedText: string): MemberKey {
  if (isUuid(typedText)) return { by: "id", value: typedText.toLowerCase() };
  if (/^\S+@\S+$/.test(typedText)) return { by: "email", value: typedText.toLowerCase() };
  const phone = readPhone(typedText);
  return phone ? { by: "phone", value: phone } : null;
}

type MembersInput = { groupId?: string; entries: readonly { row: number; text: string }[] };

/**
 * Finds the users for rows of phone numbers, emails and ids. Each row gets its user or an error; with `groupId`, an existing member
 * is an error. Changes nothing. Writes an audit row with counts, because the result reveals who is a user.
 * @throws 404
 */
export async function findUsersOfRows({ db, audit }: HandlerContext, { groupId, entries }: MembersInput) {
  const memberKeys = entries.map(({ text }) => parseMemberKey(cleanPastedValue(text)));
  const [ids = [], emails = [], phones = []] = (["id", "email", "phone"] as const).map((by) =>
    memberKeys.flatMap((each) => (each?.by === by ? [each.value] : [])),
  );
  const conditions = [
    ids.length ? inArray(users.id, ids) : undefined,
    emails.length ? inArray(sql`lower(${users.email})`, emails) : undefined,
    phones.length ? inArray(users.phone, phones) : undefined,
  ].filter((condition) => condition !== undefined);
  const matchingUsers = conditions.length
    ? await db
        .select()
        .from(users)
        .where(or(...conditions))
    : [];
  if (groupId) await refuseUnknownGroup(db, groupId);
  const people = matchingUsers.map(({ id }) => id);
  const members = groupId ? await readMembersAmong(db, groupId, people) : new Set<string>();
  const usersByKey = new Map(
    matchingUsers.flatMap((user) => [user.id, user.email?.toLowerCase(), user.phone].map((key) => [key, user])),
  );

  const firstRowByUser = new Map<string, number>();
  const items = entries.map(({ row, text }, index): CheckedMemberRow => {
    const key = memberKeys[index]?.value;
    const problem = (message: string): CheckedMemberRow => ({ row, text, user: null, problem: message });
    if (!text.trim()) return problem("This row is empty.");
    if (key === undefined) return problem("Not a valid phone number, email or user id.");
    const user = usersByKey.get(key);
    if (!user) return problem("No user has this.");
    const earlierRow = firstRowByUser.get(user.id);
    if (earlierRow) return problem(`Duplicate of row ${earlierRow}: ${fullName(user)}.`);
    firstRowByUser.set(user.id, row);
    if (user.status === "closed") return problem(`${fullName(user)}'s account is closed.`);
    if (members.has(user.id)) return problem(`${fullName(user)} is in the group already.`);
    return { row, text, user: { id: user.id, name: fullName(user), phone: user.phone }, problem: null };
  });
  const count = items.filter(({ user }) => user).length;
  audit({ record: null, after: { rows: entries.length, found: count, ...(groupId && { group: groupId }) } });
  return { items };
}

async function refuseUnknownGroup(db: Queryable, groupId: string): Promise<void> {
  const [group] = await db.select({ id: userGroups.id }).from(userGroups).where(eq(userGroups.id, groupId));
  if (!group) throw refuse.notFound("user group");
}

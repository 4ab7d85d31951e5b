import "server-only";
import { and, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import type { BroadcastAudience } from "@/lib/contract/app-config-broadcasts";
import type { Queryable } from "@/lib/server/db/client";
import { userDevices } from "@/lib/server/db/schema/citizen";
import { languages } from "@/lib/server/db/schema/languages";
import { userGroups, users } from "@/lib/server/db/schema/user";
import { filterOfRule, isInGroupOfFilter } from "@/lib/server/user/group-rule";

/** Conditions on `users`, and on `user_devices` if the audience depends on devices. Closed accounts are in no audience. */
export type AudienceFilter = { people: SQL | undefined; devices?: SQL };

/** Returns the conditions for an audience as of now. A deleted group matches nobody. */
export async function audienceFilterOf(db: Queryable, audience: BroadcastAudience): Promise<AudienceFilter> {
  const isOpenAccount = ne(users.status, "closed");
  if (audience.kind === "everybody") return { people: isOpenAccount };
  if (audience.kind === "lgas") return { people: and(isOpenAccount, inArray(users.lga, audience.lgas)) };
  if (audience.kind === "tiers") return { people: and(isOpenAccount, inArray(users.tier, audience.tiers.map(Number))) };
  if (audience.kind === "languages")
    return { people: isOpenAccount, devices: inArray(userDevices.language, audience.languages) };
  const groups = await db
    .select({ id: userGroups.id, rule: userGroups.rule })
    .from(userGroups)
    .where(inArray(userGroups.id, audience.group_ids));
  const groupConditions = groups.map(({ id, rule }) => (rule ? filterOfRule(rule) : isInGroupOfFilter({ group: id })));
  return { people: groups.length ? and(isOpenAccount, or(...groupConditions)) : sql`false` };
}

/** Size of an audience: people, their devices, and people without a device. */
export type AudienceCount = { people: number; devices: number; without_device: number };

/** Counts the current audience. An audience by language contains only people with devices: `without_device` is 0. */
export async function countAudience(db: Queryable, audience: BroadcastAudience): Promise<AudienceCount> {
  const { people, devices } = await audienceFilterOf(db, audience);
  const deviceCounts = sql`select ${userDevices.userId} as user_id, count(*)::int as devices from ${userDevices}
    ${devices ? sql`where ${devices}` : sql``} group by 1`;
  const join = sql.raw(devices ? "join" : "left join");
  const counted = await db.execute<AudienceCount>(sql`
    select count(*)::int as people, coalesce(sum(theirs.devices), 0)::int as devices,
      (count(*) filter (where theirs.user_id is null))::int as without_device
    from ${users} ${join} (${deviceCounts}) theirs on theirs.user_id = ${users.id} where ${people}`);
  return counted.rows[0] ?? { people: 0, devices: 0, without_device: 0 };
}

/** Returns true if the audience has more people than `limit`. Reads no more rows than necessary. */
export async function reachesMorePeopleThan(
  db: Queryable,
  audience: BroadcastAudience,
  limit: number,
): Promise<boolean> {
  const { people, devices } = await audienceFilterOf(db, audience);
  const withDevice = devices
    ? sql`and exists (select 1 from ${userDevices} where ${userDevices.userId} = ${users.id} and ${devices})`
    : sql``;
  const { rows } = await db.execute(sql`select 1 from ${users} where ${people} ${withDevice} offset ${limit} limit 1`);
  return rows.length > 0;
}

/** Returns names of the groups in these audiences by id, without deleted groups. */
export async function groupNamesOf(
  db: Queryable,
  audiences: readonly BroadcastAudience[],
): Promise<Map<string, string>> {
  const ids = audiences.flatMap((audience) => (audience.kind === "groups" ? audience.group_ids : []));
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: userGroups.id, name: userGroups.name })
    .from(userGroups)
    .where(inArray(userGroups.id, ids));
  return new Map(found.map(({ id, name }) => [id, name]));
}

async function languageNamesOf(db: Queryable, audiences: readonly BroadcastAudience[]): Promise<Map<string, string>> {
  if (!audiences.some(({ kind }) => kind === "languages")) return new Map();
  const found = await db.select({ code: languages.code, name: languages.name }).from(languages);
  return new Map(found.map(({ code, name }) => [code, name]));
}

/** Returns a function that describes these audiences: “Everybody”, “Calabar Municipal, Ikom”. */
export async function audienceDescriber(
  db: Queryable,
  audiences: readonly BroadcastAudience[],
): Promise<(audience: BroadcastAudience) => string> {
  const groups = await groupNamesOf(db, audiences);
  const names = await languageNamesOf(db, audiences);
  return (audience) => {
    if (audience.kind === "everybody") return "Everybody";
    if (audience.kind === "lgas") return audience.lgas.join(", ");
    if (audience.kind === "tiers") return `Tier ${audience.tiers.join(", ")}`;
    if (audience.kind === "languages") return audience.languages.map((code) => names.get(code) ?? code).join(", ");
    return audience.group_ids.map((id) => groups.get(id) ?? "a group that was deleted").join(", ");
  };
}

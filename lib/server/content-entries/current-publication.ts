import "server-only";
import { sql } from "drizzle-orm";

/**
 * SQL that joins the current (`held`) and the next (`upcoming`) publication of a content entry `e`, by the database's clock. The current
 * publication is the latest that has started; with equal start times, the newer one.
 */
export const joinCurrentPublication = sql`
  left join lateral (
    select p.number, p."from", p.until from entry_publications p
    where p.entry_id = e.id and p.withdrawn_at is null and p."from" <= now()
    order by p."from" desc, p.number desc limit 1) held on true
  left join lateral (
    select p.number, p."from", p.until from entry_publications p
    where p.entry_id = e.id and p.withdrawn_at is null and p."from" > now()
    order by p."from", p.number limit 1) upcoming on true`;

/** SQL condition: the entry's current publication has not ended. */
export const isPublicationInForceSql = sql`(held.number is not null and (held.until is null or held.until > now()))`;

/** SQL for the entry's current state, by the database's clock. */
export const contentEntryStateSql = sql`case
  when e.archived_at is not null then 'archived'
  when ${isPublicationInForceSql} then 'published'
  when upcoming.number is not null then 'scheduled'
  when held.number is not null then 'expired'
  else 'draft' end`;

/** SQL condition: citizens can see the entry now. */
export const isContentEntryLiveSql = sql`(e.archived_at is null and ${isPublicationInForceSql})`;
/** SQL condition: lists show and sort an entry by the times of its current publication. If false, by those of its next publication. */
const showsCurrentPublication = sql`(${isContentEntryLiveSql} or upcoming.number is null)`;
/** SQL for the start of the publication that lists show for entry `e`: the current or the next one. */
export const listedPublicationStartSql = sql`case when ${showsCurrentPublication} then held."from" else upcoming."from" end`;
/** SQL for the end of the publication that lists show for entry `e`: the current or the next one. */
export const listedPublicationEndSql = sql`case when ${showsCurrentPublication} then held.until else upcoming.until end`;

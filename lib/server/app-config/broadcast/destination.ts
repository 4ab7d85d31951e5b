import "server-only";
import { eq, sql } from "drizzle-orm";
import type { BroadcastDestination } from "@/lib/contract/app-config-broadcasts";
import type { Queryable } from "@/lib/server/db/client";
import { contentEntries } from "@/lib/server/db/schema/content-entries";

const CONTENT_ENTRY_DESTINATIONS = {
  announcement: { kind: "announcements", name: "This announcement" },
  article: { kind: "culture", name: "This article" },
  faq: { kind: "faq", name: "This question" },
} as const;

const contentEntryDestinationOf = ({ kind, target }: BroadcastDestination) =>
  (kind === "announcement" || kind === "article" || kind === "faq") && target !== ""
    ? CONTENT_ENTRY_DESTINATIONS[kind]
    : undefined;

/**
 * Checks that citizens can open the destination. By the same rule as in lib/server/content-entries/current-publication.ts, the latest started
 * version is current until it ends.
 * @param at time of the check; null for the current time
 * @returns an error message, or undefined
 */
export async function whyDestinationUnavailable(
  db: Queryable,
  destination: BroadcastDestination,
  at: Date | null,
): Promise<string | undefined> {
  const entry = contentEntryDestinationOf(destination);
  if (!entry) return undefined;
  const timeSql = at ? sql`${at.toISOString()}::timestamptz` : sql`now()`;
  const { rows } = await db.execute(sql`
    select 1 from entries e cross join lateral (
      select p.until from entry_publications p
      where p.entry_id = e.id and p.withdrawn_at is null and p."from" <= ${timeSql}
      order by p."from" desc, p.number desc limit 1) held
    where e.id = ${destination.target}::uuid and e.kind = ${entry.kind} and e.archived_at is null
      and (held.until is null or held.until > ${timeSql})`);
  if (rows.length) return undefined;
  return `${entry.name} is not published ${at ? "at that time" : "now"}. Publish it first, or choose another.`;
}

/** Describes for the audit trail what a broadcast opens in the app. */
export async function describeDestination(db: Queryable, destination: BroadcastDestination): Promise<string> {
  const { kind, target } = destination;
  const [entry] = contentEntryDestinationOf(destination)
    ? await db.select({ title: contentEntries.title }).from(contentEntries).where(eq(contentEntries.id, target))
    : [];
  return [kind, entry ? `“${entry.title}”` : target].filter(Boolean).join(" ");
}

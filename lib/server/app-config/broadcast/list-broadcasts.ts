import "server-only";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { BroadcastState } from "@/lib/contract/app-config.values";
import type {
  BroadcastAudience,
  BroadcastRow,
  BroadcastWithFigures,
  broadcastCalls,
} from "@/lib/contract/app-config-broadcasts";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import { env } from "@/lib/env";
import { refuse } from "@/lib/server/api/errors";
import { waitingApprovalsOfRecords } from "@/lib/server/approvals/waiting-requests";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { broadcastOpens, broadcasts } from "@/lib/server/db/schema/broadcasts";
import { countUpToCap, orderByClause, toCappedTotal, toPagedList } from "@/lib/server/lists/list";
import { readSearchResultPage, searchWordsCondition } from "@/lib/server/lists/search-page";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { audienceDescriber, countAudience, groupNamesOf } from "./count-audience";
import { BROADCAST_RECORD_TYPE, type BroadcastRecord } from "./record";

type ListInput = InputOf<typeof broadcastCalls.broadcasts>;

/** Sort columns. “When” sorts by the shown time; broadcasts without a time are last in both directions. */
const sortColumnsOf = (sort: string) => {
  const { endedAt, startedAt, scheduledFor, updatedAt, title } = broadcasts;
  const nullsLast = sort.startsWith("-") ? sql`'-infinity'` : sql`'infinity'`;
  return {
    updated_at: [updatedAt],
    scheduled_for: [sql`coalesce(${endedAt}, ${startedAt}, ${scheduledFor}, ${nullsLast})`],
    title: [sql`lower(${title})`],
  };
};

/** Returns the names of the settings that are required for sending but missing on this server. */
export const missingFirebaseSettings = () => (env().firebaseServiceAccount ? [] : ["FIREBASE_SERVICE_ACCOUNT"]);

/** Lists broadcasts, newest first by default. */
export async function listBroadcasts(db: Queryable, input: ListInput) {
  const sort = input.sort ?? "-updated_at";
  const where = and(
    input.state ? inArray(broadcasts.state, splitChoiceList<BroadcastState>(input.state)) : undefined,
    input.audience ? sql`${broadcasts.audience} ->> 'kind' = ${input.audience}` : undefined,
    await searchWordsCondition(db, input.q, { table: broadcasts, words: broadcasts.words }),
  );
  const order = orderByClause(sort, sortColumnsOf(sort), broadcasts.id);
  const columns = sql`title, scheduled_for, started_at, ended_at, updated_at`;
  const searched = input.q?.trim()
    ? await readSearchResultPage(db, broadcasts, { ...input, where, order, columns })
    : undefined;
  const found = await db
    .select({ broadcast: broadcasts, by: admins })
    .from(broadcasts)
    .innerJoin(admins, eq(admins.id, broadcasts.createdBy))
    .where(searched?.ids ? inArray(broadcasts.id, searched.ids) : where)
    .orderBy(order)
    .limit(input.size)
    .offset(searched?.ids ? 0 : input.page * input.size);
  const count = searched ? toCappedTotal(searched.count) : await countUpToCap(db, broadcasts, where);
  const items = await toRows(db, found);
  return { ...toPagedList(input, items, count), missing_settings: missingFirebaseSettings() };
}

/** Counts an audience as of now, with the settings that limit sending to it. */
export const readAudienceSize = async (db: Queryable, audience: BroadcastAudience) => ({
  ...(await countAudience(db, audience)),
  approval_above: env().broadcastApprovalAbove,
  missing_settings: missingFirebaseSettings(),
});

/** Returns a broadcast for its page. @throws 404 */
export async function readBroadcastDetails(db: Queryable, id: string): Promise<BroadcastWithFigures> {
  const found = await db
    .select({ broadcast: broadcasts, by: admins })
    .from(broadcasts)
    .innerJoin(admins, eq(admins.id, broadcasts.createdBy))
    .where(eq(broadcasts.id, id));
  const [row] = await toRows(db, found);
  const broadcast = found[0]?.broadcast;
  if (!row || !broadcast) throw refuse.notFound("notification");
  const groups = await groupNamesOf(db, [broadcast.audience]);
  return {
    ...row,
    image_id: broadcast.imageId,
    destination: broadcast.destination,
    mail_without_device: broadcast.mailWithoutDevice,
    awaiting: (await waitingApprovalsOfRecords(db, BROADCAST_RECORD_TYPE, [id])).get(id) ?? null,
    phase: broadcast.phase,
    note: broadcast.note,
    done: broadcast.done,
    groups: [...groups].map(([groupId, name]) => ({ id: groupId, name })),
    timeline: await readRecordTimeline(db, BROADCAST_RECORD_TYPE, id),
  };
}

type BroadcastWithAdmin = { broadcast: BroadcastRecord; by: typeof admins.$inferSelect };

async function toRows(db: Queryable, found: readonly BroadcastWithAdmin[]): Promise<BroadcastRow[]> {
  const toText = await audienceDescriber(
    db,
    found.map(({ broadcast }) => broadcast.audience),
  );
  const opened = await openCountsOf(db, found);
  return found.map(({ broadcast, by }) => ({
    id: broadcast.id,
    title: broadcast.title,
    text: broadcast.text,
    state: broadcast.state,
    audience: broadcast.audience,
    audience_words: toText(broadcast.audience),
    scheduled_for: broadcast.scheduledFor?.toISOString() ?? null,
    started_at: broadcast.startedAt?.toISOString() ?? null,
    ended_at: broadcast.endedAt?.toISOString() ?? null,
    people: broadcast.people,
    devices: broadcast.devices,
    without_device: broadcast.withoutDevice,
    sent: broadcast.sent,
    mails: broadcast.mails,
    failed: {
      gone: broadcast.gone,
      refused: broadcast.refused,
      unavailable: broadcast.unavailable,
      unknown: broadcast.unknown,
    },
    opened: opened.get(broadcast.id) ?? 0,
    created_by: toAdminRef(by),
    updated_at: broadcast.updatedAt.toISOString(),
    version: broadcast.version,
  }));
}

async function openCountsOf(db: Queryable, found: readonly BroadcastWithAdmin[]): Promise<Map<string, number>> {
  const ids = found.filter(({ broadcast }) => broadcast.startedAt).map(({ broadcast }) => broadcast.id);
  if (ids.length === 0) return new Map();
  const counted = await db
    .select({ id: broadcastOpens.broadcastId, opened: sql<number>`count(*)::int` })
    .from(broadcastOpens)
    .where(inArray(broadcastOpens.broadcastId, ids))
    .groupBy(broadcastOpens.broadcastId);
  return new Map(counted.map(({ id, opened }) => [id, opened]));
}

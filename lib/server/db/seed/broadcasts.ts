import "server-only";
import { eq, ne, sql } from "drizzle-orm";
import { formatDateTime } from "@/lib/format";
import { FIREBASE_ACCOUNT_REJECTED_MESSAGE } from "@/lib/server/app-config/broadcast/deliver-broadcast";
import type { Transaction } from "@/lib/server/db/client";
import { approvals } from "@/lib/server/db/schema/approvals";
import { broadcastOpens, broadcasts } from "@/lib/server/db/schema/broadcasts";
import { users } from "@/lib/server/db/schema/user";
import { demoAdminId } from "./admins";
import type { DemoAuditAction } from "./audit-rows";
import { DAY_MS, HOUR_MS, MINUTE_MS, type SeedClock } from "./clock";
import { seedId } from "./random";

type BroadcastStory = Pick<
  typeof broadcasts.$inferInsert,
  "title" | "text" | "destination" | "audience" | "mailWithoutDevice" | "state" | "note"
> & {
  /** Time of creation, in ms before the seeding; negative for the future. */
  written: number;
  scheduled?: number;
  /**
   * `ago`: start of sending, in ms before the seeding. `share`: share of devices that the push was sent to. `opened`: share of
   * recipients who opened the notification.
   */
  sent?: { ago: number; share: number; opened: number };
};

const HOME_DESTINATION = { kind: "home", target: "" } as const;
const EVERYBODY_AUDIENCE = { kind: "everybody" } as const;

const BROADCAST_STORIES: readonly BroadcastStory[] = [
  {
    title: "Wallet back after maintenance",
    text: "Transfers and bill payments work again. Thank you for your patience.",
    destination: { kind: "wallet", target: "" },
    audience: EVERYBODY_AUDIENCE,
    mailWithoutDevice: false,
    state: "sent",
    written: 21 * DAY_MS,
    sent: { ago: 20 * DAY_MS, share: 1, opened: 0.42 },
  },
  {
    title: "Road closed: Murtala Mohammed Highway",
    text: "Repairs between Etta Agbor and the stadium until Friday. Use Ndidem Usang Iso Road.",
    destination: { kind: "reports", target: "" },
    audience: { kind: "lgas", lgas: ["Calabar Municipal", "Calabar South"] },
    mailWithoutDevice: false,
    state: "sent",
    written: 9 * DAY_MS,
    sent: { ago: 8 * DAY_MS, share: 1, opened: 0.57 },
  },
  {
    title: "Confirm your identity to keep higher limits",
    text: "Tier 1 accounts can send up to their daily limit. Add an ID document to raise it.",
    destination: { kind: "identity", target: "" },
    audience: { kind: "tiers", tiers: ["0", "1"] },
    mailWithoutDevice: true,
    state: "cancelled",
    written: 6 * DAY_MS,
    sent: { ago: 5 * DAY_MS, share: 0.4, opened: 0.1 },
  },
  {
    title: "Carnival Calabar: getting there",
    text: "Free buses run from Ikom, Ogoja and Obudu on 26 and 27 December. See the timetable.",
    destination: { kind: "link", target: "https://crossriverpay.example/carnival" },
    audience: EVERYBODY_AUDIENCE,
    mailWithoutDevice: false,
    state: "scheduled",
    written: 2 * DAY_MS,
    scheduled: -12 * DAY_MS,
  },
  {
    title: "New: pay electricity in the app",
    text: "Choose Bills, then Electricity. The token comes by SMS and stays in your receipts.",
    destination: { kind: "faq", target: "" },
    audience: { kind: "tiers", tiers: ["2", "3"] },
    mailWithoutDevice: false,
    state: "paused",
    note: FIREBASE_ACCOUNT_REJECTED_MESSAGE,
    written: 26 * HOUR_MS,
    sent: { ago: 3 * HOUR_MS, share: 0, opened: 0 },
  },
  {
    title: "Market day in Obudu moves to Thursday",
    text: "This week only, because of the public holiday.",
    destination: HOME_DESTINATION,
    audience: { kind: "lgas", lgas: ["Obudu", "Obanliku"] },
    mailWithoutDevice: false,
    state: "draft",
    written: 5 * HOUR_MS,
  },
];

const WRITER_ID = demoAdminId("civic");
const demoBroadcasts = BROADCAST_STORIES.map((story, index) => ({ id: seedId("broadcast", index), story }));

/** Inserts devices of most citizens (with fake tokens), and notifications in every state except those that last only a few minutes. */
export async function loadBroadcasts(tx: Transaction, clock: SeedClock): Promise<number> {
  await tx.execute(sql`
    insert into user_devices (token, user_id, platform, name, language, app, created_at, last_seen_at, last_used_at)
    select 'demo-device-' || n || '-' || id, id, case when n % 4 = 0 then 'ios' else 'android' end,
      case when n % 4 = 0 then 'iPhone 13' when n % 3 = 0 then 'Infinix Hot 40' when n % 7 > 0 then 'Tecno Spark 20' end,
      case when n % 9 = 0 then 'pcm' when n % 13 = 0 then 'efi' else 'en' end, 'demo', joined_at, seen_at, seen_at
    from (select id, joined_at, coalesce(last_seen_at, joined_at) as seen_at, row_number() over (order by id) as n
      from users where status <> 'closed') numbered
    where n % 5 <> 0`);
  const people = await tx.$count(users, ne(users.status, "closed"));
  await tx.insert(broadcasts).values(demoBroadcasts.map(({ id, story }) => broadcastRow(clock, id, story, people)));
  await loadApprovals(tx, clock);
  for (const { id, story } of demoBroadcasts) if (story.sent) await loadOpens(tx, clock, id, story.sent);
  return demoBroadcasts.length;
}

/** Time in ms from the start of sending until its end or a pause. */
const SENDING_MS = 6 * MINUTE_MS;

function broadcastRow(clock: SeedClock, id: string, story: BroadcastStory, people: number) {
  const { written, scheduled, sent, ...values } = story;
  const peopleCount = Math.round(people * (story.audience.kind === "everybody" ? 1 : 0.3));
  const devices = Math.round(peopleCount * 0.8);
  const done = Math.round(devices * (sent?.share ?? 0));
  const isOver = story.state === "sent" || story.state === "cancelled";
  const unregistered = Math.floor(done * 0.03);
  const refused = Math.floor(done * 0.01);
  const updatedAt = clock.ago(sent?.ago ?? written);
  return {
    ...values,
    id,
    createdBy: WRITER_ID,
    createdAt: clock.ago(written),
    updatedAt,
    scheduledFor: scheduled === undefined ? null : clock.ago(scheduled),
    approved: approvalTimesOf(story) !== undefined,
    ...(sent && {
      startedAt: clock.ago(sent.ago),
      endedAt: isOver ? new Date(updatedAt.getTime() + SENDING_MS) : null,
      phase: isOver ? null : ("devices" as const),
      people: peopleCount,
      devices,
      withoutDevice: peopleCount - devices,
      done,
      gone: unregistered,
      refused,
      sent: done - unregistered - refused,
      turn: 1,
    }),
  };
}

/** Records that citizens opened a notification. Takes the first citizens by id, because the choice does not matter. */
async function loadOpens(
  tx: Transaction,
  clock: SeedClock,
  broadcastId: string,
  { ago, opened }: NonNullable<BroadcastStory["sent"]>,
) {
  const [row] = await tx.select({ sent: broadcasts.sent }).from(broadcasts).where(eq(broadcasts.id, broadcastId));
  const openers = await tx
    .select({ id: users.id })
    .from(users)
    .where(ne(users.status, "closed"))
    .orderBy(users.id)
    .limit(Math.round((row?.sent ?? 0) * opened));
  if (openers.length === 0) return;
  const at = new Date(clock.ago(ago).getTime() + HOUR_MS);
  await tx.insert(broadcastOpens).values(openers.map(({ id: userId }) => ({ broadcastId, userId, at })));
}

/** Returns when approval was requested and when the owner approved. Only broadcasts to everybody need an approval. */
function approvalTimesOf({ audience, written, scheduled, sent }: BroadcastStory) {
  if (audience.kind !== "everybody") return undefined;
  if (sent) return { asked: sent.ago + HOUR_MS, decided: sent.ago };
  return scheduled === undefined ? undefined : { asked: written - HOUR_MS, decided: written - 2 * HOUR_MS };
}

const APPROVAL_REASON = "It concerns everyone who uses the app.";
const approvalChangeText = (clock: SeedClock, { title, scheduled }: BroadcastStory) =>
  `Send “${title}” to everybody ${scheduled === undefined ? "now" : `on ${formatDateTime(clock.ago(scheduled).getTime())}`}`;

async function loadApprovals(tx: Transaction, clock: SeedClock) {
  const rows = demoBroadcasts.flatMap(({ id, story }) => {
    const approval = approvalTimesOf(story);
    if (!approval) return [];
    const requestedAt = clock.ago(approval.asked);
    return {
      id: seedId(`approval of ${story.title}`, 0),
      kind: "appConfig.sendBroadcast" as const,
      recordType: "broadcast" as const,
      recordId: id,
      recordName: story.title,
      change: approvalChangeText(clock, story),
      payload: { at: story.scheduled === undefined ? null : clock.ago(story.scheduled).toISOString() },
      requestedBy: WRITER_ID,
      requestedAt,
      reason: APPROVAL_REASON,
      state: "approved" as const,
      decidedBy: demoAdminId("owner"),
      decidedAt: clock.ago(approval.decided),
      expiresAt: new Date(requestedAt.getTime() + 7 * DAY_MS),
      version: 2,
    };
  });
  await tx.insert(approvals).values(rows);
}

/** Action that ended or paused a broadcast, by the broadcast's state, and the admin who did it (null for the system). */
const END_ACTIONS: Partial<Record<string, { action: string; by: string | null }>> = {
  sent: { action: "broadcastSent", by: null },
  paused: { action: "broadcastPaused", by: null },
  cancelled: { action: "cancelBroadcast", by: WRITER_ID },
};

/** Returns the audit rows of the demo broadcasts. */
export const broadcastActions = (clock: SeedClock): DemoAuditAction[] =>
  demoBroadcasts.flatMap(({ id, story }) => {
    const { title, written, scheduled, sent, state, note } = story;
    const record = { type: "broadcast" as const, id, name: title };
    const step = (ago: number, action: string, values: Pick<DemoAuditAction, "before" | "after">): DemoAuditAction => ({
      adminId: WRITER_ID,
      record,
      at: clock.ago(ago),
      action,
      ...values,
    });
    const draft = { state: "draft" };
    const stateBefore = sent ? "sending" : "scheduled";
    const approval = approvalTimesOf(story);
    const actions = [step(written, "appConfig.createBroadcast", { before: null, after: draft })];
    if (approval) {
      const [change, awaiting] = [approvalChangeText(clock, story), { state: "awaiting_approval" }];
      const requestValues = { ...awaiting, awaiting_approval: change, reason: APPROVAL_REASON };
      const agreed = { state: stateBefore, approval: "approved", change, requested_by: WRITER_ID, reason: null };
      actions.push(step(approval.asked, "appConfig.sendBroadcast", { before: draft, after: requestValues }), {
        ...step(approval.decided, "approvals.decide", { before: { ...awaiting, approval: "waiting" }, after: agreed }),
        adminId: demoAdminId("owner"),
      });
    } else if (sent || scheduled !== undefined)
      actions.push(
        step(sent?.ago ?? written - HOUR_MS, "appConfig.sendBroadcast", {
          before: draft,
          after: { state: stateBefore },
        }),
      );
    const end = sent && END_ACTIONS[state ?? ""];
    if (end) {
      const after = { state, ...(note && { reason: note }) };
      actions.push({
        ...step(sent.ago - SENDING_MS, `appConfig.${end.action}`, { before: { state: stateBefore }, after }),
        adminId: end.by,
      });
    }
    return actions;
  });

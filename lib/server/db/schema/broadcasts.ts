import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { BROADCAST_PHASES, BROADCAST_STATES } from "@/lib/contract/app-config.values";
import type { BroadcastAudience, BroadcastDestination } from "@/lib/contract/app-config-broadcasts";
import { instant, searchWordsColumn } from "./columns";
import { images } from "./content-entries";
import { authorColumns } from "./made-by";
import { users } from "./user";

/**
 * Notifications to citizens, with the progress of sending. Devices are processed in the order of their tokens; all devices up to `cursor`
 * are claimed. While a push is being sent, its result counts as unknown, so that a crash causes no second push
 * (lib/server/app-config/broadcast/).
 */
export const broadcasts = pgTable(
  "broadcasts",
  {
    id: uuid("id").primaryKey(),
    title: text("title").notNull(),
    text: text("text").notNull(),
    words: searchWordsColumn("title || ' ' || text"),
    imageId: uuid("image_id").references(() => images.id),
    destination: jsonb("destination").$type<BroadcastDestination>().notNull(),
    audience: jsonb("audience").$type<BroadcastAudience>().notNull(),
    mailWithoutDevice: boolean("mail_without_device").notNull(),
    state: text("state", { enum: BROADCAST_STATES }).notNull().default("draft"),
    scheduledFor: instant("scheduled_for"),
    startedAt: instant("started_at"),
    endedAt: instant("ended_at"),
    /** Number of recipients, counted when sending starts. */
    people: integer("people").notNull().default(0),
    devices: integer("devices").notNull().default(0),
    withoutDevice: integer("without_device").notNull().default(0),
    /** Token of the last claimed device. Tokens are compared byte by byte in any database collation. */
    cursor: text("cursor").notNull().default(""),
    /** Step of sending: first to all devices, then by mail, then retries of pushes that Firebase did not accept. */
    phase: text("phase", { enum: BROADCAST_PHASES }),
    /** Number of the retry round within the phase `retries`. */
    round: integer("round").notNull().default(0),
    /** Number of the outbox row that currently sends the broadcast; rows with an earlier number do nothing. */
    turn: integer("turn").notNull().default(0),
    /** The server that is sending the broadcast, and the end of its lease. Until the lease ends, other servers do not send. */
    leaseId: uuid("lease_id"),
    leaseUntil: instant("lease_until"),
    /** Why the system paused the broadcast, or turned it back into a draft. */
    note: text("note"),
    /** True if a second admin approved the scheduled broadcast. */
    approved: boolean("approved").notNull().default(false),
    /** Number of recipients when the broadcast was approved; null without an approval, or if the approval request contained no number. */
    approvedPeople: integer("approved_people"),
    /** Id of the last citizen whose mail was queued. Mails are queued in the order of citizen ids. */
    mailCursor: uuid("mail_cursor"),
    done: integer("done").notNull().default(0),
    sent: integer("sent").notNull().default(0),
    mails: integer("mails").notNull().default(0),
    gone: integer("gone").notNull().default(0),
    refused: integer("refused").notNull().default(0),
    unavailable: integer("unavailable").notNull().default(0),
    unknown: integer("unknown").notNull().default(0),
    ...authorColumns(),
  },
  (t) => [
    index("broadcasts_words").using("gin", t.words).with({ fastupdate: false }),
    index("broadcasts_updated").on(t.updatedAt, t.id),
    index("broadcasts_scheduled").on(t.state, t.scheduledFor),
    index("broadcasts_sent").on(t.endedAt).where(sql`${t.state} = 'sent'`),
    index("broadcasts_image").on(t.imageId),
  ],
);

/** Devices that did not receive the push. The push is sent again only if it certainly did not arrive. */
export const broadcastFailures = pgTable(
  "broadcast_failures",
  {
    broadcastId: uuid("broadcast_id")
      .notNull()
      .references(() => broadcasts.id),
    token: text("token").notNull(),
    /** Why the push did not arrive. A device that was deleted has no row. */
    reason: text("reason", { enum: ["refused", "unavailable", "unknown"] }).notNull(),
    tries: integer("tries").notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.broadcastId, t.token] }),
    index("broadcast_failures_unavailable").on(t.broadcastId, t.tries, t.token).where(sql`${t.reason} = 'unavailable'`),
  ],
);

/** Citizens who opened the notification, as reported by the app; one row per citizen. */
export const broadcastOpens = pgTable(
  "broadcast_opens",
  {
    broadcastId: uuid("broadcast_id")
      .notNull()
      .references(() => broadcasts.id),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.broadcastId, t.userId] }),
    index("broadcast_opens_user").on(t.userId),
    index("broadcast_opens_at").on(t.at).concurrently(),
  ],
);

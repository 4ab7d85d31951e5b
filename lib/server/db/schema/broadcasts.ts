import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { BROADCAST_PHASES, BROADCAST_STATES } from "@/lib/contract/app-config.values";
import type { Audience, Destination } from "@/lib/contract/app-config-broadcasts";
import { instant } from "./columns";
import { images } from "./entries";
import { madeBy } from "./made-by";
import { users } from "./user";

/**
 * A notification to citizens, and how far it has come. Devices are reached in the order of their tokens: all up to
 * `cursor` were claimed. Each is noted as unknown before it is sent to, until the answer is written down, so that none is
 * sent to twice after a crash (lib/server/app-config/broadcast/).
 */
export const broadcasts = pgTable(
  "broadcasts",
  {
    id: uuid("id").primaryKey(),
    title: text("title").notNull(),
    text: text("text").notNull(),
    imageId: uuid("image_id").references(() => images.id),
    destination: jsonb("destination").$type<Destination>().notNull(),
    audience: jsonb("audience").$type<Audience>().notNull(),
    mailWithoutDevice: boolean("mail_without_device").notNull(),
    state: text("state", { enum: BROADCAST_STATES }).notNull().default("draft"),
    scheduledFor: instant("scheduled_for"),
    startedAt: instant("started_at"),
    endedAt: instant("ended_at"),
    /** Counted when it starts. */
    people: integer("people").notNull().default(0),
    devices: integer("devices").notNull().default(0),
    withoutDevice: integer("without_device").notNull().default(0),
    /** Tokens are compared byte by byte, whatever the database's language. */
    cursor: text("cursor").notNull().default(""),
    /** What is being done while it sends: all devices, mails, then those that Firebase did not take. */
    phase: text("phase", { enum: BROADCAST_PHASES }),
    /** Of the phase `retries`: which time they are tried. */
    round: integer("round").notNull().default(0),
    /** Number of the outbox row that drives it; rows of earlier turns do nothing. */
    turn: integer("turn").notNull().default(0),
    /** Which server sends it now, and until when it has to renew that; no other sends before. */
    leaseId: uuid("lease_id"),
    leaseUntil: instant("lease_until"),
    /** Why the system paused it, or made it a draft again. */
    note: text("note"),
    /** Whether a second admin agreed to what is scheduled. */
    approved: boolean("approved").notNull().default(false),
    /** How many people they agreed to; null where nobody agreed, or the request did not say. */
    approvedPeople: integer("approved_people"),
    /** The last user who was looked at for a mail. */
    mailCursor: uuid("mail_cursor"),
    done: integer("done").notNull().default(0),
    sent: integer("sent").notNull().default(0),
    mails: integer("mails").notNull().default(0),
    gone: integer("gone").notNull().default(0),
    refused: integer("refused").notNull().default(0),
    unavailable: integer("unavailable").notNull().default(0),
    unknown: integer("unknown").notNull().default(0),
    ...madeBy(),
  },
  (t) => [
    index("broadcasts_updated").on(t.updatedAt, t.id),
    index("broadcasts_scheduled").on(t.state, t.scheduledFor),
    index("broadcasts_image").on(t.imageId),
  ],
);

/** Devices that did not hear it and are still there: tried again where that is safe. */
export const broadcastFailures = pgTable(
  "broadcast_failures",
  {
    broadcastId: uuid("broadcast_id")
      .notNull()
      .references(() => broadcasts.id),
    token: text("token").notNull(),
    /** Devices that are gone are removed rather than noted. */
    reason: text("reason", { enum: ["refused", "unavailable", "unknown"] }).notNull(),
    tries: integer("tries").notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.broadcastId, t.token] }),
    index("broadcast_failures_unavailable").on(t.broadcastId, t.tries, t.token).where(sql`${t.reason} = 'unavailable'`),
  ],
);

/** Who opened it, once each, as the app says. */
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
  (t) => [primaryKey({ columns: [t.broadcastId, t.userId] }), index("broadcast_opens_user").on(t.userId)],
);

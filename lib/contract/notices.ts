import { z } from "zod";
import { endpoint, id, instant, listInput, noInput, pageOf, version } from "./common";
import { noticesRoutes as routes } from "./notices.routes";
import { NOTICE_KINDS, NOTICE_LIST } from "./notices.values";

const notice = z.object({
  id: z.string(),
  kind: z.enum(NOTICE_KINDS),
  record: z.object({ type: z.string(), id: z.string(), name: z.string() }),
  title: z.string(),
  text: z.string(),
  /** URL of the record's page; null for records without a page, such as an export. */
  url: z.string().nullable(),
  created_at: instant,
  read_at: instant.nullable(),
});
export type Notice = z.infer<typeof notice>;

const noticeChannels = z.strictObject({ app: z.boolean(), push: z.boolean(), mail: z.boolean() });
const kinds = z.strictObject(
  Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, noticeChannels])) as Record<
    (typeof NOTICE_KINDS)[number],
    typeof noticeChannels
  >,
);
/** Hour of the daily mail about unread notices, in Lagos; null: no mail. */
const digestHour = z.int().min(0).max(23).nullable();

const preferences = z.object({ kinds, digest_hour: digestHour, version });
export type NoticePreferences = z.infer<typeof preferences>;

/** Input that sets how the admin gets each kind of notice. */
export const noticePreferences = z.strictObject({ kinds, digest_hour: digestHour, version });

/**
 * Notices that the caller has seen, by id. A time would not be enough: a notice that is committed later can have an earlier time, and
 * would count as read although nobody saw it.
 */
const noticesSeen = z.strictObject({ shown: z.array(id).min(1).max(100), and_older: z.boolean() });
/** Input that marks notices as read. */
export type NoticesSeen = z.infer<typeof noticesSeen>;

/** Number of unread notices, at most UNREAD_NOTICES_MAX. */
const unreadCount = z.object({ unread: z.int() });

/** Calls for the admin's own notices, with descriptions and schemas. */
export const noticeCalls = {
  list: endpoint(routes.list, {
    summary: "The caller's notices, newest first, about records that they may read",
    input: listInput(NOTICE_LIST),
    output: pageOf(notice),
  }),
  unread: endpoint(routes.unread, {
    summary: "Number of the caller's unread notices",
    input: noInput,
    output: unreadCount,
  }),
  read: endpoint(routes.read, {
    summary: "Mark one of the caller's notices as read",
    done: "Read a notice",
    input: z.strictObject({ noticeId: id }),
    output: unreadCount,
  }),
  readAll: endpoint(routes.readAll, {
    summary:
      "Mark the notices that the caller has seen as read: those shown and, with `and_older`, all older than these",
    done: "Read all notices",
    input: noticesSeen,
    output: unreadCount,
  }),
  preferences: endpoint(routes.preferences, {
    summary: "How the caller receives each kind of notice, and the hour of the daily mail",
    input: noInput,
    output: preferences,
  }),
  changePreferences: endpoint(routes.changePreferences, {
    summary: "Change how the caller receives notices",
    done: "Changed their notice preferences",
    input: noticePreferences,
    output: preferences,
  }),
};

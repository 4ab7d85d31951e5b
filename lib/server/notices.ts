import "server-only";
import { api } from "./api/pipeline";
import { countUnreadNotices, listNotices, markAllNoticesRead, markNoticeRead } from "./notices/own-notices";
import { changePreferences, readPreferences } from "./notices/preferences";

const { notices: calls } = api;

/** Handlers of the `notices.*` calls. */
export const notices = {
  list: calls.list.handler(({ input, context: { db, admin } }) => listNotices(db, input, admin)),
  unread: calls.unread.handler(({ context: { db, admin } }) => countUnreadNotices(db, admin)),
  read: calls.read.handler(({ input, context }) => markNoticeRead(context, input.noticeId)),
  readAll: calls.readAll.handler(({ input, context }) => markAllNoticesRead(context, input)),
  preferences: calls.preferences.handler(({ context: { db, admin } }) => readPreferences(db, admin.id)),
  changePreferences: calls.changePreferences.handler(({ input, context }) => changePreferences(context, input)),
};

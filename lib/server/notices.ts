import "server-only";
import { api } from "./api/pipeline";
import { countUnreadNotices, listNotices, markAllNoticesRead, markNoticeRead } from "./notices/own-notices";
import { changeNoticePreferences, readNoticePreferences } from "./notices/preferences";

const { notices: calls } = api;

/** Handlers of the `notices.*` calls. */
export const noticesHandlers = {
  list: calls.list.handler(({ input, context: { db, admin } }) => listNotices(db, input, admin)),
  unread: calls.unread.handler(({ context: { db, admin } }) => countUnreadNotices(db, admin)),
  read: calls.read.handler(({ input, context }) => markNoticeRead(context, input.noticeId)),
  readAll: calls.readAll.handler(({ input, context }) => markAllNoticesRead(context, input)),
  preferences: calls.preferences.handler(({ context: { db, admin } }) => readNoticePreferences(db, admin.id)),
  changePreferences: calls.changePreferences.handler(({ input, context }) => changeNoticePreferences(context, input)),
};

import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { archiveContentEntry, deleteContentEntry } from "@/lib/server/content-entries/archive-and-delete";
import { audienceGroups } from "@/lib/server/content-entries/audience-groups";
import { listContentEntries } from "@/lib/server/content-entries/list";
import { saveContentEntryOrder } from "@/lib/server/content-entries/order-content-entries";
import { publishContentEntry, withdrawContentEntry } from "@/lib/server/content-entries/publish";
import { readPublication, restorePublication } from "@/lib/server/content-entries/restore-publication";
import { createContentEntry, saveContentEntry } from "@/lib/server/content-entries/save-content-entry";
import { contentEntrySingle } from "@/lib/server/content-entries/single";

const { content: calls } = api;

/** Handlers of the calls that list, edit and publish content entries of every kind, such as announcements and slides. */
export const contentEntryHandlers = {
  entries: calls.entries.handler(({ input, context: { db } }) => listContentEntries(db, input)),
  createEntry: calls.createEntry.handler(({ input, context }) => createContentEntry(context, input)),
  orderEntries: calls.orderEntries.handler(({ input, context }) => saveContentEntryOrder(context, input)),
  audienceGroups: calls.audienceGroups.handler(({ context: { db } }) => audienceGroups(db)),
  entry: calls.entry.handler(({ input, context: { db } }) => contentEntrySingle(db, input)),
  saveEntry: calls.saveEntry.handler(({ input, context }) => saveContentEntry(context, input)),
  deleteEntry: calls.deleteEntry.handler(({ input, context }) => deleteContentEntry(context, input)),
  publishEntry: calls.publishEntry.handler(({ input, context }) => publishContentEntry(context, input)),
  withdrawEntry: calls.withdrawEntry.handler(({ input, context }) => withdrawContentEntry(context, input)),
  publication: calls.publication.handler(({ input, context: { db } }) => readPublication(db, input)),
  bringBack: calls.bringBack.handler(({ input, context }) => restorePublication(context, input)),
  archiveEntry: calls.archiveEntry.handler(({ input, context }) => archiveContentEntry(context, input)),
};

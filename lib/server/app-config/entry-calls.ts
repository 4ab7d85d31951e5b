import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { archiveEntry, deleteEntry } from "@/lib/server/entries/archive-and-delete";
import { audienceGroups } from "@/lib/server/entries/audience-groups";
import { listEntries } from "@/lib/server/entries/list";
import { saveEntryOrder } from "@/lib/server/entries/order-entries";
import { publishEntry, withdrawEntry } from "@/lib/server/entries/publish";
import { readPublication, restorePublication } from "@/lib/server/entries/restore-publication";
import { createEntry, saveEntry } from "@/lib/server/entries/save-entry";
import { entrySingle } from "@/lib/server/entries/single";

const { appConfig: calls } = api;

/** Handlers of the calls that all kinds of entries have: FAQ questions and legal texts. */
export const faqAndLegalEntryCalls = {
  entries: calls.entries.handler(({ input, context: { db } }) => listEntries(db, input)),
  createEntry: calls.createEntry.handler(({ input, context }) => createEntry(context, input)),
  orderEntries: calls.orderEntries.handler(({ input, context }) => saveEntryOrder(context, input)),
  audienceGroups: calls.audienceGroups.handler(({ context: { db } }) => audienceGroups(db)),
  entry: calls.entry.handler(({ input, context: { db } }) => entrySingle(db, input)),
  saveEntry: calls.saveEntry.handler(({ input, context }) => saveEntry(context, input)),
  deleteEntry: calls.deleteEntry.handler(({ input, context }) => deleteEntry(context, input)),
  publishEntry: calls.publishEntry.handler(({ input, context }) => publishEntry(context, input)),
  withdrawEntry: calls.withdrawEntry.handler(({ input, context }) => withdrawEntry(context, input)),
  publication: calls.publication.handler(({ input, context: { db } }) => readPublication(db, input)),
  bringBack: calls.bringBack.handler(({ input, context }) => restorePublication(context, input)),
  archiveEntry: calls.archiveEntry.handler(({ input, context }) => archiveEntry(context, input)),
};

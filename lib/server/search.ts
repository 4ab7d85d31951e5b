import "server-only";
import { api } from "./api/pipeline";
import { toUnpagedList } from "./lists/list";
import { pinRecord, readPinnedRecords, unpinRecord } from "./search/pinned-records";
import { type CallModules, searchRecords } from "./search/search-records";

const { search: calls } = api;

/** Builds the handlers of the `search.*` calls. @param modules the handlers of all modules, whose lists are searched */
export const createSearchHandlers = (modules: CallModules) => ({
  records: calls.records.handler(({ input, context, signal }) => searchRecords(context, input, modules, signal)),
  pins: calls.pins.handler(({ context: { db, admin } }) => toUnpagedList(readPinnedRecords(db, admin))),
  pin: calls.pin.handler(({ input, context }) => toUnpagedList(pinRecord(context, input))),
  unpin: calls.unpin.handler(({ input, context }) => toUnpagedList(unpinRecord(context, input))),
});

import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { createExport } from "@/lib/server/exports/link";
import { fullList } from "@/lib/server/lists/list";
import { decideItems, previewDecisions } from "./decide";
import { listItems, readItemFigures } from "./list";
import { matchItems, unmatch } from "./match";
import { answerQuestion, askColleague, listColleaguesToAsk } from "./question";
import { resolveItem } from "./resolve";
import { readItemSingle } from "./single";
import { splitItem, undoSplit } from "./split";

const { reconciliation: calls } = api;

/** Handlers of the calls of reconciliation items. */
export const reconciliationItemCalls = {
  items: calls.items.handler(({ input, context: { db, admin } }) => listItems(db, input, admin.id)),
  itemFigures: calls.itemFigures.handler(({ context: { db, admin } }) => readItemFigures(db, admin.id)),
  item: calls.item.handler(({ input, context: { db } }) => readItemSingle(db, input.itemId)),
  itemColleagues: calls.itemColleagues.handler(({ context: { db, admin } }) =>
    fullList(listColleaguesToAsk(db, admin.id)),
  ),
  matchItems: calls.matchItems.handler(({ input, context }) => matchItems(context, input)),
  unmatch: calls.unmatch.handler(({ input, context }) => unmatch(context, input)),
  splitItem: calls.splitItem.handler(({ input, context }) => splitItem(context, input)),
  undoSplit: calls.undoSplit.handler(({ input, context }) => undoSplit(context, input)),
  resolveItem: calls.resolveItem.handler(({ input, context }) => resolveItem(context, input)),
  askColleague: calls.askColleague.handler(({ input, context }) => askColleague(context, input)),
  answerQuestion: calls.answerQuestion.handler(({ input, context }) => answerQuestion(context, input)),
  exportItems: calls.exportItems.handler(({ input, context }) => createExport(context, "reconciliation-items", input)),
  previewDecisions: calls.previewDecisions.handler(({ input, context }) => previewDecisions(context, input)),
  decideItems: calls.decideItems.handler(({ input, context }) => decideItems(context, input)),
};

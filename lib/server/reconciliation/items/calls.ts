import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { createExportLink } from "@/lib/server/exports/link";
import { toUnpagedList } from "@/lib/server/lists/list";
import { decideReconciliationItems, previewDecisions } from "./decide";
import { listReconciliationItems, readItemFigures } from "./list";
import { matchReconciliationItems, undoReconciliationMatch } from "./match";
import { answerQuestion, askColleague, listColleaguesToAsk } from "./question";
import { resolveReconciliationItem } from "./resolve";
import { readReconciliationItemDetails } from "./single";
import { splitReconciliationItem, undoItemSplit } from "./split";

const { reconciliation: calls } = api;

/** Handlers of the calls of reconciliation items. */
export const reconciliationItemHandlers = {
  items: calls.items.handler(({ input, context: { db, admin } }) => listReconciliationItems(db, input, admin.id)),
  itemFigures: calls.itemFigures.handler(({ context: { db, admin } }) => readItemFigures(db, admin.id)),
  item: calls.item.handler(({ input, context: { db } }) => readReconciliationItemDetails(db, input.itemId)),
  itemColleagues: calls.itemColleagues.handler(({ context: { db, admin } }) =>
    toUnpagedList(listColleaguesToAsk(db, admin.id)),
  ),
  matchItems: calls.matchItems.handler(({ input, context }) => matchReconciliationItems(context, input)),
  unmatch: calls.unmatch.handler(({ input, context }) => undoReconciliationMatch(context, input)),
  splitItem: calls.splitItem.handler(({ input, context }) => splitReconciliationItem(context, input)),
  undoSplit: calls.undoSplit.handler(({ input, context }) => undoItemSplit(context, input)),
  resolveItem: calls.resolveItem.handler(({ input, context }) => resolveReconciliationItem(context, input)),
  askColleague: calls.askColleague.handler(({ input, context }) => askColleague(context, input)),
  answerQuestion: calls.answerQuestion.handler(({ input, context }) => answerQuestion(context, input)),
  exportItems: calls.exportItems.handler(({ input, context }) =>
    createExportLink(context, "reconciliation-items", input),
  ),
  previewDecisions: calls.previewDecisions.handler(({ input, context }) => previewDecisions(context, input)),
  decideItems: calls.decideItems.handler(({ input, context }) => decideReconciliationItems(context, input)),
};

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api";
import type { ExportFormat } from "@/lib/contract/exports.values";
import { withoutPaging } from "./exports";
import { itemsOfResponse } from "./items";
import { queryKeyOf } from "./keys";
import { mutationsInvalidating } from "./mutations";

const calls = api.reconciliation;

export type ReconciliationItemListInput = Parameters<typeof calls.items>[0];
export type ResolveReconciliationItemInput = Parameters<typeof calls.resolveItem>[0];
export type AskColleagueInput = Parameters<typeof calls.askColleague>[0];
export type AnswerColleagueInput = Parameters<typeof calls.answerQuestion>[0];
export type MatchReconciliationItemsInput = Parameters<typeof calls.matchItems>[0];
export type UndoReconciliationMatchInput = Parameters<typeof calls.unmatch>[0];

/** Reads a page of the list of reconciliation items. */
export const reconciliationItemListQuery = (input: ReconciliationItemListInput) =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "reconciliation-items", input),
    queryFn: ({ signal }) => calls.items(input, { signal }),
    placeholderData: keepPreviousData,
  });

/** Reads number and sum of the reconciliation items in each state: exception, expected and matched. */
export const reconciliationItemFiguresQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "reconciliation-figures"),
    queryFn: ({ signal }) => calls.itemFigures({}, { signal }),
  });

/** Reads one reconciliation item with its match, suggested matches and history. */
export const reconciliationItemQuery = (itemId: number) =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "reconciliation-item", itemId),
    queryFn: ({ signal }) => calls.item({ itemId }, { signal }),
  });

/** Reads the admins to whom a question about an item can be sent. */
export const askableAdminsQuery = () =>
  queryOptions({
    queryKey: queryKeyOf("System-Wallet", "reconciliation-colleagues"),
    queryFn: async ({ signal }) => itemsOfResponse(await calls.itemColleagues({}, { signal })),
  });

const { changes, creates } = mutationsInvalidating("System-Wallet", "Overview", "System-Logs");

export const matchItemsMutation = creates(calls.matchItems);
export const undoMatchMutation = creates(calls.unmatch);
/** Splits an item into parts, which can be matched separately. */
export const splitItemMutation = creates(calls.splitItem);
/** Joins the parts of a split item again, if no part is matched. */
export const undoSplitMutation = creates(calls.undoSplit);

/** Requests the manual transfer that resolves an item; another admin approves. */
export const resolveItemMutation = creates(calls.resolveItem);

export const askColleagueMutation = changes(calls.askColleague);
export const answerQuestionMutation = changes(calls.answerQuestion);

/** Executes the decisions in a file. An error in one row does not affect the others. */
export const decideItemsMutation = creates(calls.decideItems);

/** Checks the decisions in a file without executing them. Not a query, so that it runs once per file. */
export const previewDecisions = (rows: Parameters<typeof calls.previewDecisions>[0]["rows"]) =>
  calls.previewDecisions({ rows });

export const exportItems = (input: ReconciliationItemListInput, format: ExportFormat) =>
  calls.exportItems({ ...withoutPaging(input), format });

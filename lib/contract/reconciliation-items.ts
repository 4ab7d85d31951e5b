import { z } from "zod";
import {
  id as adminId,
  adminRef,
  day,
  endpoint,
  instant,
  listInput,
  listOf,
  noInput,
  pageOf,
  text,
  version,
} from "./common";
import { exportFormat, exportLink, PAGING_KEYS } from "./exports";
import { MAX_KOBO } from "./ledger.values";
import {
  DIFFERENCE_CAUSES,
  EXCEPTION_REASONS,
  ITEM_STATES,
  MATCH_RULES,
  RECONCILIATION_ITEM_LIST,
  RECONCILIATION_KINDS,
  RECONCILIATION_SIDES,
} from "./reconciliation.values";
import { reconciliationItemRoutes as routes } from "./reconciliation-items.routes";
import {
  ITEM_DECISION_OUTCOMES,
  ITEM_DECISIONS,
  ITEM_DECISIONS_MAX,
  ITEM_REMARK_MAX,
  ITEM_RESOLUTIONS,
  ITEMS_PER_DECISION_MAX,
  MATCH_ITEMS_MAX,
  SPLIT_PARTS_MAX,
} from "./reconciliation-items.values";
import { timelineEntry } from "./system-logs";
import { MOVEMENT_KINDS, MOVEMENT_STATES } from "./system-wallet.values";
import { PAYMENT_PROVIDERS } from "./transaction.values";

const numberId = z.int("This is not a valid number of an item.").min(1).max(Number.MAX_SAFE_INTEGER);
const numberInPath = z.coerce
  .number<number | string>("This is not a valid number.")
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER);
const itemId = { itemId: numberInPath };
const remark = text(ITEM_REMARK_MAX, 3);
const signedKobo = z
  .int("Enter an amount such as 5,000.50.")
  .min(-MAX_KOBO)
  .max(MAX_KOBO)
  .refine((amount) => amount !== 0, "A part can't be zero.");

const itemRow = z.object({
  id: z.int(),
  side: z.enum(RECONCILIATION_SIDES),
  kind: z.enum(RECONCILIATION_KINDS),
  day,
  /** First Lagos day on which the item is an exception if it is not matched. */
  due_on: day,
  /** Kobo; positive for money that we received. */
  amount: z.int(),
  reference: z.string().nullable(),
  provider_reference: z.string().nullable(),
  narration: z.string(),
  provider: z.enum(PAYMENT_PROVIDERS).nullable(),
  /** Bank account of a statement line. */
  account: z.object({ id: z.string(), name: z.string() }).nullable(),
  state: z.enum(ITEM_STATES),
  /** Why the item is an exception, or why an expected item is not matched yet; null if matched. */
  reason: z.enum(EXCEPTION_REASONS).nullable(),
  cause: z.enum(DIFFERENCE_CAUSES).nullable(),
  rule: z.enum(MATCH_RULES).nullable(),
  match_id: z.int().nullable(),
  /** Admin who was asked about the item; null if nobody was asked. */
  asked: adminRef.nullable(),
  /** Id of the split item that this item is a part of; null if this item is no part. */
  split_of: z.int().nullable(),
  /** True if this item was split. Its parts then replace the item. */
  is_split: z.boolean(),
  version,
});
export type ReconciliationItemRow = z.infer<typeof itemRow>;

const itemMatch = z.object({
  id: z.int(),
  rule: z.enum(MATCH_RULES),
  accounting_day: day,
  matched_at: instant,
  matched_by: adminRef.nullable(),
  remark: z.string(),
  /** True if the day of the match is closed, so that the match can't be undone. */
  is_closed: z.boolean(),
  /** Items of the match, at most RELATED_ITEMS_MAX, and their total number. */
  items: z.array(itemRow),
  total: z.int(),
});

const itemMovement = z.object({
  id: z.string(),
  reference: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  state: z.enum(MOVEMENT_STATES),
  amount: z.int(),
  requested_by: adminRef,
  requested_at: instant,
  entry_id: z.string().nullable(),
});

const itemSingle = itemRow.extend({
  accounting_day: day,
  found_at: instant,
  /** True if the day of the item is closed. */
  is_closed: z.boolean(),
  question: z.string().nullable(),
  next_step: z.string().nullable(),
  transaction_id: z.string().nullable(),
  entry_id: z.string().nullable(),
  /** Bank statement that first contained the line. */
  statement: z.object({ id: z.string(), file_name: z.string(), line: z.int().nullable() }).nullable(),
  /** Item with which the automatic matching compared this item; null if there was no such item. */
  counterpart: itemRow.nullable(),
  match: itemMatch.nullable(),
  /** Settlement that contains this provider's record. */
  settlement: itemRow.nullable(),
  /** Provider records in this settlement, at most RELATED_ITEMS_MAX, and their total number. */
  contained: z.array(itemRow),
  contained_total: z.int(),
  movements: z.array(itemMovement),
  /** All parts of the split that the item belongs to. */
  parts: z.array(itemRow),
  candidates: z.array(itemRow),
  /** Largest amount in kobo that an admin may write off as a fee. */
  write_off_limit: z.int(),
  timeline: z.array(timelineEntry),
});
export type ReconciliationItemDetails = z.infer<typeof itemSingle>;

const figure = z.object({ count: z.int(), amount: z.int() });
const itemFigures = z.object({
  /** First Lagos day that is reconciled; null until the first bank account was added. */
  starts_on: day.nullable(),
  /** Exceptions by reason and side. Amounts in kobo are sums of absolute amounts. */
  exceptions: z.array(figure.extend({ reason: z.enum(EXCEPTION_REASONS), side: z.enum(RECONCILIATION_SIDES) })),
  expected: z.array(figure.extend({ side: z.enum(RECONCILIATION_SIDES) })),
  /** Matched items of days that are not closed. */
  matched: z.array(figure.extend({ side: z.enum(RECONCILIATION_SIDES) })),
  /** Number of items about which the caller was asked. */
  asked_me: z.int(),
});
export type ReconciliationItemFigures = z.infer<typeof itemFigures>;

/** Numbers of the items to match, each once. */
const matchedIds = (max: number) =>
  z
    .array(numberId)
    .max(max, `Match at most ${max} items at a time.`)
    .refine((ids) => new Set(ids).size === ids.length, "Name each item once.");

/** Input that matches items with each other manually. */
export const itemMatching = z.strictObject({
  item_ids: matchedIds(MATCH_ITEMS_MAX).min(2, "Select at least two items."),
  remark,
});
/** Input that undoes a match. */
export const matchUndoing = z.strictObject({ matchId: numberInPath, remark });
/** Input that splits an item into parts, which can be matched separately. */
export const itemSplit = z.strictObject({
  ...itemId,
  version,
  amounts: z.array(signedKobo).min(2, "Enter at least two parts.").max(SPLIT_PARTS_MAX),
  remark,
});
/** Input that requests a manual transfer to resolve an unmatched item. */
export const itemResolution = z.strictObject({
  ...itemId,
  version,
  how: z.enum(ITEM_RESOLUTIONS, "Choose what to do."),
  remark,
});
/** Input that asks another admin a question about an item. */
export const colleagueQuestion = z.strictObject({
  ...itemId,
  version,
  admin_id: adminId,
  question: text(ITEM_REMARK_MAX, 3),
});
/** Input that answers a question about an item. */
export const questionAnswer = z.strictObject({ ...itemId, version, answer: text(ITEM_REMARK_MAX, 2) });

const decisionRow = z.strictObject({
  item_id: numberId,
  version: version.optional(),
  decision: z.enum(ITEM_DECISIONS, "Use Match, Write off or Suspense."),
  match_with: matchedIds(ITEMS_PER_DECISION_MAX).default([]),
  remark,
});
export type ItemDecisionRow = z.input<typeof decisionRow>;
const decisions = z.strictObject({ rows: z.array(decisionRow).min(1).max(ITEM_DECISIONS_MAX) });
const decisionResults = z.object({
  results: z.array(z.object({ item_id: z.int(), outcome: z.enum(ITEM_DECISION_OUTCOMES), message: z.string() })),
});
export type ItemDecisionResults = z.infer<typeof decisionResults>;

const itemsInput = listInput(RECONCILIATION_ITEM_LIST);

/** Calls of reconciliation items, with descriptions and schemas. */
export const reconciliationItemCalls = {
  items: endpoint(routes.items, {
    summary:
      "Reconciliation items: exceptions, or the states that the filter names. A search finds items of all states",
    input: itemsInput,
    output: pageOf(itemRow),
  }),
  itemFigures: endpoint(routes.itemFigures, {
    summary: "Numbers and sums of exceptions by reason and side, of expected and of matched items",
    input: noInput,
    output: itemFigures,
  }),
  item: endpoint(routes.item, {
    summary: "One reconciliation item with its match, candidates and history",
    input: z.strictObject(itemId),
    output: itemSingle,
  }),
  itemColleagues: endpoint(routes.itemColleagues, {
    summary: "Admins who can be asked about an item",
    input: noInput,
    output: listOf(adminRef),
  }),
  matchItems: endpoint(routes.matchItems, {
    summary: "Match items whose sums are equal on each side",
    done: "Matched reconciliation items",
    input: itemMatching,
    output: z.object({ match_id: z.int(), items: z.int() }),
  }),
  unmatch: endpoint(routes.unmatch, {
    summary: "Undo a match of an open day. Matching does not join its items again",
    done: "Undid a match of reconciliation items",
    input: matchUndoing,
    output: z.object({ items: z.int() }),
  }),
  splitItem: endpoint(routes.splitItem, {
    summary: "Split an item into parts with the same sum",
    done: "Split a reconciliation item",
    input: itemSplit,
    output: itemSingle,
  }),
  undoSplit: endpoint(routes.undoSplit, {
    summary: "Join the parts of a split item, if no part is matched",
    done: "Joined the parts of a reconciliation item",
    input: z.strictObject({ ...itemId, version }),
    output: itemSingle,
  }),
  resolveItem: endpoint(routes.resolveItem, {
    summary: "Request the manual transfer that resolves an item; another admin approves",
    done: "Requested a manual transfer for a reconciliation item",
    input: itemResolution,
    output: itemSingle,
  }),
  askColleague: endpoint(routes.askColleague, {
    summary: "Ask a colleague about an item",
    done: "Asked a colleague about a reconciliation item",
    input: colleagueQuestion,
    output: itemSingle,
  }),
  answerQuestion: endpoint(routes.answerQuestion, {
    summary: "Answer the question about an item",
    done: "Answered a question about a reconciliation item",
    input: questionAnswer,
    output: itemSingle,
  }),
  exportItems: endpoint(routes.exportItems, {
    summary: "Make a link that downloads items, with empty columns for decisions",
    done: "Exported reconciliation items",
    input: itemsInput.omit(PAGING_KEYS).extend(exportFormat),
    output: exportLink,
  }),
  previewDecisions: endpoint(routes.previewDecisions, {
    summary: "Check decisions without executing them",
    input: decisions,
    output: decisionResults,
  }),
  decideItems: endpoint(routes.decideItems, {
    summary: "Execute decisions about items, each row on its own",
    done: "Decided reconciliation items from a file",
    input: decisions,
    output: decisionResults,
  }),
};

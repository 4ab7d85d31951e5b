import "server-only";
import { and, between, eq, gt, gte, inArray, isNotNull, isNull, lte, not, or, type SQL, sql } from "drizzle-orm";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import { MAX_KOBO } from "@/lib/contract/ledger.values";
import { parseTypedAmount } from "@/lib/contract/money.values";
import { cleanPastedLine } from "@/lib/contract/pasted.values";
import type {
  ExceptionReason,
  MatchRule,
  ReconciliationItemState,
  ReconciliationKind,
  ReconciliationSide,
} from "@/lib/contract/reconciliation.values";
import type { reconciliationItemCalls } from "@/lib/contract/reconciliation-items";
import { reconciliationItems, reconciliationMatches } from "@/lib/server/db/schema/reconciliation";
import { likePatternForPrefix } from "@/lib/server/lists/list";
import { parseSearchText, toSearchWords } from "@/lib/server/lists/search-terms";
import { isOpenItemSql, LAGOS_TODAY } from "@/lib/server/reconciliation/open-items";
import { itemReasonSql } from "./rows";

/** Filters of the list of items. */
export type ItemFilters = Omit<InputOf<typeof reconciliationItemCalls.items>, "page" | "size" | "sort">;

const t = reconciliationItems;

const STATE_CONDITIONS: Record<ReconciliationItemState, SQL | undefined> = {
  matched: isNotNull(t.matchId),
  expected: and(isOpenItemSql, gt(t.dueOn, LAGOS_TODAY)),
  exception: and(isOpenItemSql, lte(t.dueOn, LAGOS_TODAY)),
};

/**
 * Returns the SQL condition for the filters of the list. Without `state` it lists exceptions. A search, and the filter by rule, find
 * items of all states. Split items are excluded, because their parts replace them.
 * @param adminId the caller, for `asked: me`
 */
export function reconciliationItemFilter(input: ItemFilters, adminId: string): SQL | undefined {
  const { q, state, reason, side, kind, account, rule, asked, from, to } = input;
  const isAnyState = Boolean(q?.trim() || rule || asked === "me" || asked === "anybody");
  const states = state ? splitChoiceList<ReconciliationItemState>(state) : isAnyState ? [] : (["exception"] as const);
  return and(
    not(t.isSplit),
    states.length ? or(...states.map((each) => STATE_CONDITIONS[each])) : undefined,
    reason ? and(isOpenItemSql, inArray(itemReasonSql, splitChoiceList<ExceptionReason>(reason))) : undefined,
    side ? inArray(t.side, splitChoiceList<ReconciliationSide>(side)) : undefined,
    kind ? inArray(t.kind, splitChoiceList<ReconciliationKind>(kind)) : undefined,
    account ? eq(t.accountId, account) : undefined,
    rule ? hasRule(splitChoiceList<MatchRule>(rule)) : undefined,
    askedCondition(asked, adminId),
    amountCondition(input),
    from ? gte(t.day, from) : undefined,
    to ? lte(t.day, to) : undefined,
    q?.trim() ? searchCondition(q) : undefined,
  );
}

const hasRule = (rules: readonly MatchRule[]) =>
  sql`exists (select 1 from ${reconciliationMatches} where ${reconciliationMatches.id} = ${t.matchId}
    and ${inArray(reconciliationMatches.rule, [...rules])})`;

/**
 * SQL condition: an open item with a question to the caller or to anybody, or an item without a question. Omits questions about matched
 * items, which are no longer urgent.
 */
function askedCondition(asked: ItemFilters["asked"], adminId: string): SQL | undefined {
  if (asked === "me") return and(isOpenItemSql, eq(t.askedId, adminId));
  if (asked === "anybody") return and(isOpenItemSql, isNotNull(t.askedId));
  return asked === "nobody" ? isNull(t.askedId) : undefined;
}

/** SQL condition: the item's absolute amount is in this range, in a form that the index on amounts supports. */
function amountCondition({ min, max }: ItemFilters): SQL | undefined {
  if (min === undefined && max === undefined) return undefined;
  const kobo = (naira: string | undefined, fallback: number) => {
    const parsed = naira === undefined ? fallback : parseTypedAmount(naira);
    return typeof parsed === "number" ? parsed : fallback;
  };
  const [low, high] = [kobo(min, 0), kobo(max, MAX_KOBO)];
  return or(between(t.amount, low, high), between(t.amount, -high, -low));
}

/** Finds items by their number and by exact references; open items also by words of their narration. */
function searchCondition(q: string): SQL | undefined {
  const { value, references } = parseSearchText(q, "TRX", "RFD", "WAL", "ORD", "TKT", "GRA", "PAY");
  const line = cleanPastedLine(q);
  const exact = [...new Set([value, line, value.toUpperCase(), ...(references ?? [])])];
  const words = toSearchWords(q);
  const number = /^\d{1,15}$/.test(value) ? Number(value) : null;
  return or(
    inArray(t.reference, exact),
    inArray(t.providerReference, exact),
    number ? eq(t.id, number) : undefined,
    words.length
      ? and(
          isOpenItemSql,
          ...words.map((word) => sql`fold_words(${t.narration}) like ${`%${likePatternForPrefix(word)}`}`),
        )
      : undefined,
  );
}

import { anyOfFilter, dayFilter, declareList, oneOfFilter, textFilter } from "./list.values";

/** Values of revenue heads that screens, contract and tables share (docs/rules.md, Revenue heads). */

/** Pattern of a head's code, such as `12010101`. */
export const HEAD_CODE_PATTERN = /^[0-9A-Z][0-9A-Z.-]{1,19}$/;
/** Maximum length of a head's or ministry's name. */
export const HEAD_NAME_MAX = 120;
/** Maximum length of a bank's name. */
export const HEAD_BANK_NAME_MAX = 80;
/** Maximum length of the reason for a change. */
export const HEAD_REASON_MAX = 400;
/** Maximum number of rows that one import accepts. */
export const HEADS_IMPORT_MAX = 2_000;
/** First day from which a head may apply. */
export const EARLIEST_HEAD_START_DAY = "2000-01-01";

/** States of a revenue head on a day. `upcoming`: begins later. `ended`: takes no payments. */
export const HEAD_STATES = ["active", "upcoming", "ended"] as const;
export type HeadState = (typeof HEAD_STATES)[number];

/** Results of checking one row of an import. */
export const HEAD_ROW_RESULTS = ["new", "changed", "unchanged", "problem"] as const;
export type HeadRowResult = (typeof HEAD_ROW_RESULTS)[number];

/** List of revenue heads. `on`: the Lagos day whose heads are listed, default today. */
export const REVENUE_HEAD_LIST = declareList({
  name: "revenue-heads",
  sorts: ["code", "name"],
  defaultSort: "code",
  filters: {
    state: anyOfFilter(HEAD_STATES),
    account: oneOfFilter(["with", "without"]),
    ministry: textFilter(HEAD_NAME_MAX),
    on: dayFilter,
  },
});

/** Groupings of the report of revenue. */
export const REVENUE_REPORT_GROUPINGS = ["head", "lga", "channel", "day"] as const;
export type RevenueReportGrouping = (typeof REVENUE_REPORT_GROUPINGS)[number];
/** Default length of the report's period in days. */
export const REVENUE_REPORT_DAYS = 31;

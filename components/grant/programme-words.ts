import type { ProgrammeRow } from "@/lib/contract/grant";
import {
  APPLICATION_STATES,
  GRANT_QUESTION_KINDS,
  type GrantQuestionKind,
  PROGRAMME_STATES,
  type ProgrammeState,
} from "@/lib/contract/grant.values";
import { formatDay, formatMoney, lagosDay, pluralize, selectOptions } from "@/lib/format";

const STATE_LABELS: Record<ProgrammeState, string> = {
  draft: "Draft",
  open: "Open",
  closed: "Closed",
  completed: "Completed",
};
export const PROGRAMME_STATE_OPTIONS = selectOptions(PROGRAMME_STATES, STATE_LABELS);

const QUESTION_LABELS: Record<GrantQuestionKind, string> = {
  text: "Text",
  number: "Number",
  choice: "Choice",
  yes_no: "Yes or no",
};
export const QUESTION_KIND_OPTIONS = selectOptions(GRANT_QUESTION_KINDS, QUESTION_LABELS);

/** Describes a programme's award: "₦50,000.00 each", "Up to ₦50,000.00 each". */
export const describeAward = ({ award_kind, amount }: Pick<ProgrammeRow, "award_kind" | "amount">) =>
  amount === 0 ? "Amount not set" : `${award_kind === "up_to" ? "Up to " : ""}${formatMoney(amount)} each`;

const formatDayOf = (instant: string) => formatDay(lagosDay(Date.parse(instant)));

/** Formats a programme's application period: "3 Dec 2026 to 9 Dec 2026". */
export const describeApplicationPeriod = ({ opens_at, closes_at }: Pick<ProgrammeRow, "opens_at" | "closes_at">) =>
  opens_at && closes_at ? `${formatDayOf(opens_at)} to ${formatDayOf(closes_at)}` : "No dates yet";

/** Returns the number of a programme's applications in all states. */
export const countApplications = ({ applications }: Pick<ProgrammeRow, "applications">) =>
  APPLICATION_STATES.reduce((sum, state) => sum + (applications[state] ?? 0), 0);

/** Formats a programme's number of applications: "1 application", "1,200 applications". */
export const formatApplicationCount = (row: Pick<ProgrammeRow, "applications">) =>
  pluralize(countApplications(row), "application");

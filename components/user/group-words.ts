import { parseNaira } from "@/lib/contract/money.values";
import type { GroupKind } from "@/lib/contract/user.values";
import type { UserGroupRule } from "@/lib/contract/user-groups";
import { formatDay, formatMoney } from "@/lib/format";

/** Labels of the kinds of user group. */
export const GROUP_KIND_LABELS: Record<GroupKind, string> = { static: "Chosen people", rule: "By a rule" };

const joinWithOr = (values: string) => values.split(",").join(" or ");

function span(from: string | undefined, to: string | undefined, rangeWords: { from: string; to: string }): string {
  if (from && to) return `${from} to ${to}`;
  if (from) return `${rangeWords.from} ${from}`;
  return to ? `${rangeWords.to} ${to}` : "";
}

const formatNaira = (text: string | undefined) => (text ? formatMoney(parseNaira(text) ?? 0) : undefined);

/** Describes a group's rule: "Tier 2 or 3; Calabar South; aged 18 to 30; spent at least ₦5,000.00 in 30 days". */
export function describeGroupRule(rule: UserGroupRule): string {
  const { tier, lga, age_min, age_max, joined_from, joined_to } = rule;
  const ageText = span(age_min?.toString(), age_max?.toString(), { from: "from", to: "up to" });
  const joinedText = span(joined_from && formatDay(joined_from), joined_to && formatDay(joined_to), {
    from: "since",
    to: "until",
  });
  const spentText = span(formatNaira(rule.spend_min), formatNaira(rule.spend_max), { from: "at least", to: "at most" });
  return [
    tier && `Tier ${joinWithOr(tier)}`,
    lga && joinWithOr(lga),
    ageText && `aged ${ageText}`,
    joinedText && `joined ${joinedText}`,
    spentText && `spent ${spentText} in ${rule.spend_days} days`,
  ]
    .filter(Boolean)
    .join("; ");
}

/** Returns the storage name of a group's draft, which keeps the form's input when the session ends. */
export const groupDraftName = (groupId: string | null) => `user.group:${groupId ?? "new"}`;

import { parseNaira } from "@/lib/contract/money.values";
import type { GroupKind } from "@/lib/contract/user.values";
import type { GroupRule } from "@/lib/contract/user-groups";
import { formatDay, formatMoney } from "@/lib/format";

export const KIND_LABELS: Record<GroupKind, string> = { static: "Chosen people", rule: "By a rule" };

const listed = (values: string) => values.split(",").join(" or ");

function span(from: string | undefined, to: string | undefined, words: { from: string; to: string }): string {
  if (from && to) return `${from} to ${to}`;
  if (from) return `${words.from} ${from}`;
  return to ? `${words.to} ${to}` : "";
}

const naira = (typed: string | undefined) => (typed ? formatMoney(parseNaira(typed) ?? 0) : undefined);

/** Describes a rule: "Tier 2 or 3; Calabar South; aged 18 to 30; spent at least ₦5,000.00 in 30 days". */
export function ruleWords(rule: GroupRule): string {
  const { tier, lga, age_min, age_max, joined_from, joined_to } = rule;
  const age = span(age_min?.toString(), age_max?.toString(), { from: "from", to: "up to" });
  const joined = span(joined_from && formatDay(joined_from), joined_to && formatDay(joined_to), {
    from: "since",
    to: "until",
  });
  const spent = span(naira(rule.spend_min), naira(rule.spend_max), { from: "at least", to: "at most" });
  return [
    tier && `Tier ${listed(tier)}`,
    lga && listed(lga),
    age && `aged ${age}`,
    joined && `joined ${joined}`,
    spent && `spent ${spent} in ${rule.spend_days} days`,
  ]
    .filter(Boolean)
    .join("; ");
}

/** Returns the name of the draft for the form's input when the session ends. The dialog reopens by its own URL. */
export const groupDraft = (groupId: string | null) => `user.group:${groupId ?? "new"}`;

import type { GroupKind } from "@/lib/contract/user.values";
import type { GroupRule } from "@/lib/contract/user-groups";
import { formatDay } from "@/lib/format";

export const KIND_LABELS: Record<GroupKind, string> = { static: "Chosen people", rule: "By a rule" };

const listed = (values: string) => values.split(",").join(" or ");

function span(from: string | undefined, to: string | undefined, words: { from: string; to: string }): string {
  if (from && to) return `${from} to ${to}`;
  if (from) return `${words.from} ${from}`;
  return to ? `${words.to} ${to}` : "";
}

/** "Tier 2 or 3; Calabar South; aged 18 to 30" */
export function ruleWords({ tier, lga, age_min, age_max, joined_from, joined_to }: GroupRule): string {
  const age = span(age_min?.toString(), age_max?.toString(), { from: "from", to: "up to" });
  const joined = span(joined_from && formatDay(joined_from), joined_to && formatDay(joined_to), {
    from: "since",
    to: "until",
  });
  return [tier && `Tier ${listed(tier)}`, lga && listed(lga), age && `aged ${age}`, joined && `joined ${joined}`]
    .filter(Boolean)
    .join("; ");
}

/** Under this name what was typed survives the end of a session; the dialog has an address, so it stands open again. */
export const groupDraft = (groupId: string | null) => `user.group:${groupId ?? "new"}`;

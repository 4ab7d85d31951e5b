import type { Facts } from "@/components/common/form/current-version";
import type { Option } from "@/components/ui/select";
import type { IreportCategory } from "@/lib/contract/ireport-set-up";
import { formatList, formatTotal, pluralize } from "@/lib/format";
import { branchesOf } from "./ireport-category-levels";

/** The contract's cap of counts. Copied, because importing its file would load zod. */
const COUNT_CAP = 10_000;

/** Formats hours: `36 hours`, `3 days`, `1 day 12 hours`. */
export function hoursWords(hours: number): string {
  const [days, rest] = [Math.floor(hours / 24), hours % 24];
  if (hours <= 48 && rest !== 0) return pluralize(hours, "hour");
  const whole = pluralize(days, "day");
  return rest === 0 ? whole : `${whole} ${pluralize(rest, "hour")}`;
}

/** Formats a count: `340`, `10,000+`. */
export const countWords = (count: number) => formatTotal(count, count >= COUNT_CAP);

/** Describes where a category is in use and so can't be deleted. Returns "" if it is unused. */
export function inUseWords({ reports, templates }: IreportCategory, below: number): string {
  const parts = [
    reports > 0 && pluralize(reports, "report", "reports", reports >= COUNT_CAP),
    templates > 0 && pluralize(templates, "template"),
    below > 0 && pluralize(below, "category below it", "categories below it"),
  ].filter((part) => part !== false);
  return formatList(parts);
}

/** Names a category with its parent: `Roads: Potholes`. */
function placeWords(category: IreportCategory, all: readonly IreportCategory[]): string {
  const parent = all.find(({ id }) => id === category.parent_id);
  return parent ? `${parent.name}: ${category.name}` : category.name;
}

/** Returns all categories as options, in the order of the tree. */
export const categoryOptions = (all: readonly IreportCategory[]): Option[] =>
  branchesOf(all)
    .flatMap(({ category, below }) => [category, ...below])
    .map((category) => ({ value: category.id, label: placeWords(category, all) }));

/** Returns the options, plus the chosen value if it is no longer offered. */
export function withChosen(options: readonly Option[], chosen: { id: string; name: string } | null | undefined) {
  if (!chosen || options.some(({ value }) => value === chosen.id)) return options;
  return [...options, { value: chosen.id, label: chosen.name }];
}

const yesNo = (is: boolean) => (is ? "Yes" : "No");

/** Facts of a category besides name and icon, compared between two versions. */
export function categoryFacts(all: readonly IreportCategory[]): Facts<IreportCategory> {
  const nameOf = (id: string | null) =>
    id === null ? "None" : (all.find((each) => each.id === id)?.name ?? "Another");
  return [
    ["Parent category", ({ parent_id }) => nameOf(parent_id)],
    ["Department", ({ department }) => department?.name ?? "None"],
    ["Whole report", ({ target_hours }) => hoursWords(target_hours)],
    ["To acknowledge", ({ submitted_hours }) => hoursWords(submitted_hours)],
    ["To start work", ({ acknowledged_hours }) => hoursWords(acknowledged_hours)],
    ["To finish work", ({ in_progress_hours }) => hoursWords(in_progress_hours)],
    ["Active", ({ active }) => yesNo(active)],
    ["Private", (category) => yesNo(category.private)],
  ];
}

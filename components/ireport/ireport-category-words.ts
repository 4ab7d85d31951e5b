import type { ComparedFields } from "@/components/common/form/current-version";
import type { SelectOption } from "@/components/ui/select";
import type { IreportCategory } from "@/lib/contract/ireport-set-up";
import { formatList, formatTotal, pluralize } from "@/lib/format";
import { categoryTreeOf } from "./ireport-category-levels";

/** Maximum of the API's capped counts. Copied from the contract, because importing its file would load zod. */
const COUNT_CAP = 10_000;

/** Formats hours: `36 hours`, `3 days`, `1 day 12 hours`. */
export function formatHours(hours: number): string {
  const [days, restHours] = [Math.floor(hours / 24), hours % 24];
  if (hours <= 48 && restHours !== 0) return pluralize(hours, "hour");
  const wholeDays = pluralize(days, "day");
  return restHours === 0 ? wholeDays : `${wholeDays} ${pluralize(restHours, "hour")}`;
}

/** Formats a count: `340`, `10,000+`. */
export const formatCappedCount = (count: number) => formatTotal(count, count >= COUNT_CAP);

/** Describes what uses a category and thereby prevents its deletion. Returns "" if the category is unused. */
export function describeCategoryUsage({ reports, templates }: IreportCategory, subcategoryCount: number): string {
  const usages = [
    reports > 0 && pluralize(reports, "report", "reports", reports >= COUNT_CAP),
    templates > 0 && pluralize(templates, "template"),
    subcategoryCount > 0 && pluralize(subcategoryCount, "category below it", "categories below it"),
  ].filter((part) => part !== false);
  return formatList(usages);
}

/** Formats a category's name with its parent's: `Roads: Potholes`. */
function placementText(category: IreportCategory, allCategories: readonly IreportCategory[]): string {
  const parent = allCategories.find(({ id }) => id === category.parent_id);
  return parent ? `${parent.name}: ${category.name}` : category.name;
}

/** Returns all categories as options, in the order of the tree. */
export const categoryOptions = (allCategories: readonly IreportCategory[]): SelectOption[] =>
  categoryTreeOf(allCategories)
    .flatMap(({ category, below }) => [category, ...below])
    .map((category) => ({ value: category.id, label: placementText(category, allCategories) }));

/** Returns the options of a select. Adds the saved value's option if the options no longer contain that value. */
export function includeSelectedOption(
  options: readonly SelectOption[],
  selected: { id: string; name: string } | null | undefined,
) {
  if (!selected || options.some(({ value }) => value === selected.id)) return options;
  return [...options, { value: selected.id, label: selected.name }];
}

const formatYesNo = (is: boolean) => (is ? "Yes" : "No");

/** Fields of a category besides name and icon. A conflict message lists those that another admin changed. */
export function categoryDiffFields(allCategories: readonly IreportCategory[]): ComparedFields<IreportCategory> {
  const nameOf = (id: string | null) =>
    id === null ? "None" : (allCategories.find((each) => each.id === id)?.name ?? "Another");
  return [
    ["Parent category", ({ parent_id }) => nameOf(parent_id)],
    ["Department", ({ department }) => department?.name ?? "None"],
    ["Whole report", ({ target_hours }) => formatHours(target_hours)],
    ["To acknowledge", ({ submitted_hours }) => formatHours(submitted_hours)],
    ["To start work", ({ acknowledged_hours }) => formatHours(acknowledged_hours)],
    ["To finish work", ({ in_progress_hours }) => formatHours(in_progress_hours)],
    ["Active", ({ active }) => formatYesNo(active)],
    ["Private", (category) => formatYesNo(category.private)],
  ];
}

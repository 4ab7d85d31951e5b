import type { ReactNode } from "react";
import type { SelectOption } from "@/components/ui/select";
import { idFilter } from "@/lib/contract/list.values";
import { formatDay } from "@/lib/format";

/** One choice of a filter. `under`: value of its parent choice. A search for the parent also finds this choice. */
type FacetChoice = SelectOption & { under?: string };

/** Props of every filter panel. */
export type FilterPanelProps = {
  filters: FilterState;
  onChange: (values: Record<string, string | undefined>) => void;
  onClose: () => void;
};

/** Definition of one filter in the toolbar. Its keys are URL parameters. */
export type Facet =
  | { kind: "choices"; key: string; label: string; options: readonly FacetChoice[]; single?: boolean }
  /** Filter by a range of days. `ahead`: true for future dates, such as deadlines. */
  | { kind: "days"; from: string; to: string; label: string; ahead?: boolean }
  /** Filter by a range of amounts in naira, stored as text in the URL. */
  | { kind: "amounts"; min: string; max: string; label: string }
  /** Filter for rows that match a text exactly, such as a reference. */
  | { kind: "text"; key: string; label: string; placeholder: string }
  | { kind: "toggle"; key: string; label: string }
  /** Filter specific to one module. The module formats the filter's value as text. */
  | {
      kind: "own";
      keys: readonly string[];
      label: string;
      summary: (filters: FilterState) => string;
      panel: (props: FilterPanelProps) => ReactNode;
    };

/** Creates a filter that only a link sets, such as the rows of one user or payment. A chip in the toolbar removes it. */
export const linkOnlyFacet = (key: string, label: string, value: string, name: string): Facet => ({
  kind: "choices",
  key,
  label,
  single: true,
  options: [{ value, label: name }],
});

/** CSS classes of a filter button whose filter is active. */
export const ACTIVE_FACET_CLASS = "border-primary! bg-primary-soft! text-primary";

/** Filter values of a list, by URL parameter. */
export type FilterState = Readonly<Record<string, string | undefined>>;

/** Lists the URL parameters in which a filter stores its value. */
export function facetUrlParams(facet: Facet): readonly string[] {
  if (facet.kind === "own") return facet.keys;
  if (facet.kind === "days") return [facet.from, facet.to];
  return facet.kind === "amounts" ? [facet.min, facet.max] : [facet.key];
}

/** Returns the selected values of a filter, which the URL separates by commas. */
export const facetValues = (facet: Facet, filters: FilterState): string[] =>
  facetUrlParams(facet).flatMap((key) => filters[key]?.split(",") ?? []);

const formatNaira = (amount: string) => `₦${amount.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ",")}`;

/** Labels a filter value that is no longer an option, such as the id of a deleted or hidden record. */
const unknownLabel = (options: readonly FacetChoice[], value: string) =>
  options.length > 0 && idFilter(value) ? "no longer available" : value;

/** Returns the labels of active filters whose value is no longer an option. */
export const missingFilterChoices = (facets: readonly Facet[], filters: FilterState): string[] =>
  facets.flatMap((facet) =>
    facet.kind === "choices" &&
    facet.options.length > 0 &&
    facetValues(facet, filters).some(
      (value) => idFilter(value) && !facet.options.some((option) => option.value === value),
    )
      ? [facet.label]
      : [],
  );

/** Formats a filter's value as words; "" if the filter is not active. */
export function facetSummary(facet: Facet, filters: FilterState): string {
  if (facet.kind === "toggle") return filters[facet.key] ? facet.label : "";
  if (facet.kind === "own") return facet.summary(filters);
  if (facet.kind === "text") return filters[facet.key] ?? "";
  if (facet.kind === "choices") {
    const selected = filters[facet.key]?.split(",") ?? [];
    return selected
      .map(
        (value) => facet.options.find((option) => option.value === value)?.label ?? unknownLabel(facet.options, value),
      )
      .join(", ");
  }
  if (facet.kind === "amounts") {
    const [min, max] = [filters[facet.min], filters[facet.max]];
    if (min && max) return min === max ? formatNaira(min) : `${formatNaira(min)} to ${formatNaira(max)}`;
    if (min) return `at least ${formatNaira(min)}`;
    return max ? `at most ${formatNaira(max)}` : "";
  }
  const [from, to] = [filters[facet.from], filters[facet.to]];
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
  if (from) return `from ${formatDay(from)}`;
  return to ? `until ${formatDay(to)}` : "";
}

/** Returns the active filters with their text: "State: Approved". */
export const activeFilters = (facets: readonly Facet[], filters: FilterState): { facet: Facet; text: string }[] =>
  facets.flatMap((facet) => {
    const summary = facetSummary(facet, filters);
    if (!summary) return [];
    return [{ facet, text: ["toggle", "own"].includes(facet.kind) ? summary : `${facet.label}: ${summary}` }];
  });

import type { Option } from "@/components/ui/select";
import { formatDay } from "@/lib/format";

/** A filter as the toolbar offers it; keys are those of the URL. */
export type Facet =
  | { kind: "choices"; key: string; label: string; options: readonly Option[]; single?: boolean }
  | { kind: "days"; from: string; to: string; label: string }
  | { kind: "toggle"; key: string; label: string };

export type FilterState = Readonly<Record<string, string | undefined>>;

export const facetKeys = (facet: Facet) => (facet.kind === "days" ? [facet.from, facet.to] : [facet.key]);

/** What a facet is set to, in words; "" when it is not set. */
export function facetSummary(facet: Facet, filters: FilterState): string {
  if (facet.kind === "toggle") return filters[facet.key] ? facet.label : "";
  if (facet.kind === "choices") {
    const chosen = filters[facet.key]?.split(",") ?? [];
    return chosen.map((value) => facet.options.find((option) => option.value === value)?.label ?? value).join(", ");
  }
  const [from, to] = [filters[facet.from], filters[facet.to]];
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
  if (from) return `from ${formatDay(from)}`;
  return to ? `until ${formatDay(to)}` : "";
}

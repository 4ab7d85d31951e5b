import type { ReactNode } from "react";
import type { Option } from "@/components/ui/select";
import { formatDay } from "@/lib/format";

/** `under` names the choice that it belongs to: it stands below that one, and is found by its name too. */
type Choice = Option & { under?: string };

/** What the panel of a filter gets. */
export type PanelProps = {
  filters: FilterState;
  onChange: (values: Record<string, string | undefined>) => void;
  onClose: () => void;
};

/** A filter as the toolbar offers it; keys are those of the URL. */
export type Facet =
  | { kind: "choices"; key: string; label: string; options: readonly Choice[]; single?: boolean }
  /** `ahead`: of what may be to come, such as deadlines. */
  | { kind: "days"; from: string; to: string; label: string; ahead?: boolean }
  /** Naira, as typed. */
  | { kind: "amounts"; min: string; max: string; label: string }
  /** The whole of a text, such as a reference. */
  | { kind: "text"; key: string; label: string; placeholder: string }
  | { kind: "toggle"; key: string; label: string }
  /** One module's own; it says itself what it is set to. */
  | {
      kind: "own";
      keys: readonly string[];
      label: string;
      summary: (filters: FilterState) => string;
      panel: (props: PanelProps) => ReactNode;
    };

/** A filter that a link sets and its chip takes away: one user's or one payment's rows. */
export const fixedFacet = (key: string, label: string, value: string, name: string): Facet => ({
  kind: "choices",
  key,
  label,
  single: true,
  options: [{ value, label: name }],
});

export type FilterState = Readonly<Record<string, string | undefined>>;

export function facetKeys(facet: Facet): readonly string[] {
  if (facet.kind === "own") return facet.keys;
  if (facet.kind === "days") return [facet.from, facet.to];
  return facet.kind === "amounts" ? [facet.min, facet.max] : [facet.key];
}

/** The values that it is set to, in no words. */
export const facetValues = (facet: Facet, filters: FilterState): string[] =>
  facetKeys(facet).flatMap((key) => filters[key]?.split(",") ?? []);

const naira = (typed: string) => `₦${typed.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ",")}`;

/** What a facet is set to, in words; "" when it is not set. */
export function facetSummary(facet: Facet, filters: FilterState): string {
  if (facet.kind === "toggle") return filters[facet.key] ? facet.label : "";
  if (facet.kind === "own") return facet.summary(filters);
  if (facet.kind === "text") return filters[facet.key] ?? "";
  if (facet.kind === "choices") {
    const chosen = filters[facet.key]?.split(",") ?? [];
    return chosen.map((value) => facet.options.find((option) => option.value === value)?.label ?? value).join(", ");
  }
  if (facet.kind === "amounts") {
    const [min, max] = [filters[facet.min], filters[facet.max]];
    if (min && max) return min === max ? naira(min) : `${naira(min)} to ${naira(max)}`;
    if (min) return `at least ${naira(min)}`;
    return max ? `at most ${naira(max)}` : "";
  }
  const [from, to] = [filters[facet.from], filters[facet.to]];
  if (from && to) return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
  if (from) return `from ${formatDay(from)}`;
  return to ? `until ${formatDay(to)}` : "";
}

import type { Facet, FilterState } from "@/components/common/table/facet";
import { lazyWithPreload } from "@/components/ui/lazy-with-preload";
import type { AdminRef } from "@/lib/contract/common";
import { IREPORT_PRIORITIES } from "@/lib/contract/ireport.values";
import type { IreportCategory, IreportDepartment } from "@/lib/contract/ireport-set-up";
import { LGA_OPTIONS } from "@/lib/contract/lgas.values";
import { adminLabel, selectOptions } from "@/lib/format";
import { categoryTreeOf } from "./ireport-category-levels";
import { describeLocationFilter } from "./ireport-list-near";
import { ireportPriorityLabel, REPORT_STATE_OPTIONS } from "./ireport-words";

const LocationFilterPanel = lazyWithPreload(() => import("./ireport-near-panel"), "LocationFilterPanel");

type FacetChoices = {
  categories?: readonly IreportCategory[];
  departments?: readonly IreportDepartment[];
  officers?: readonly AdminRef[];
  meId?: string;
  /** Name of the citizen whose reports are listed, if known. */
  reporter?: string;
};

/** Builds the filters of the report list. Filters by location and citizen can be set only by links, and are shown while set. */
export function ireportFacets(filters: FilterState, choices: FacetChoices): readonly Facet[] {
  const { categories = [], departments = [], officers = [], meId } = choices;
  return [
    ...(filters.near ? [NEAR_FACET] : []),
    { kind: "choices", key: "state", label: "State", options: REPORT_STATE_OPTIONS },
    {
      kind: "choices",
      key: "priority",
      label: "Priority",
      options: selectOptions(IREPORT_PRIORITIES, ireportPriorityLabel),
    },
    { kind: "choices", key: "category", label: "Category", options: categoryOptions(categories) },
    { kind: "choices", key: "lga", label: "LGA", options: LGA_OPTIONS },
    {
      kind: "choices",
      key: "owner",
      label: "Owner",
      single: true,
      options: [
        { value: "me", label: "Me" },
        { value: "nobody", label: "Nobody" },
        ...officers
          .filter(({ id }) => id !== meId)
          .map((officer) => ({ value: officer.id, label: adminLabel(officer) })),
      ],
    },
    { kind: "toggle", key: "late", label: "Late only" },
    {
      kind: "choices",
      key: "department",
      label: "Department",
      single: true,
      options: departments.map(({ id, name }) => ({ value: id, label: name })),
    },
    { kind: "days", from: "submitted_from", to: "submitted_to", label: "Submitted" },
    { kind: "days", from: "due_from", to: "due_to", label: "Due", ahead: true },
    { kind: "toggle", key: "escalated", label: "Escalated only" },
    { kind: "toggle", key: "reopened", label: "Reopened only" },
    ...(filters.reporter ? [reporterFacet(filters.reporter, choices.reporter ?? "One citizen")] : []),
  ];
}

const NEAR_FACET: Facet = {
  kind: "own",
  keys: ["near", "within"],
  label: "Distance",
  summary: describeLocationFilter,
  panel: (props) => <LocationFilterPanel {...props} />,
};

const reporterFacet = (id: string, name: string): Facet => ({
  kind: "choices",
  key: "reporter",
  label: "Citizen",
  single: true,
  options: [{ value: id, label: name }],
});

/** Builds the options of the category filter: each first-level category, followed by its children. */
const categoryOptions = (categories: readonly IreportCategory[]) =>
  categoryTreeOf(categories).flatMap(({ category, below }) => [
    { value: category.id, label: category.name },
    ...below.map(({ id, name }) => ({ value: id, label: name, under: category.name })),
  ]);

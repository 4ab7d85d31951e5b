import { Lock } from "lucide-react";
import { FreeText } from "@/components/common/free-text";
import type { TableColumn } from "@/components/common/table/column";
import { Badge } from "@/components/ui/badge";
import { HoverLink } from "@/components/ui/hover-link";
import type { IreportCategory } from "@/lib/contract/ireport-set-up";
import { IreportCategoryIcon } from "./ireport-category-icon";
import { categoryTreeOf } from "./ireport-category-levels";
import { formatCappedCount, formatHours } from "./ireport-category-words";
import { ALL_REPORTS_URL } from "./ireport-words";

/** A category, with its parent if it is on the second level. */
type CategoryRow = IreportCategory & { parent?: IreportCategory };

/** Flattens the tree of categories: each first-level category, followed by its children. */
export const toCategoryRows = (categories: readonly IreportCategory[]): CategoryRow[] =>
  categoryTreeOf(categories).flatMap(({ category, below }) => [
    category,
    ...below.map((each) => ({ ...each, parent: category })),
  ]);

/** Columns of the category list; second-level categories are indented. */
export const CATEGORY_COLUMNS: readonly TableColumn<CategoryRow>[] = [
  {
    id: "name",
    header: "Category",
    wraps: true,
    cell: ({ name, icon, parent }) => (
      <span className={`flex items-start gap-2.5 ${parent ? "pl-7" : "font-semibold"}`}>
        <IreportCategoryIcon icon={icon} className="mt-0.5 size-4 text-muted" />
        <FreeText>
          {name}
          {parent && <span className="sr-only"> (below {parent.name})</span>}
        </FreeText>
      </span>
    ),
  },
  {
    id: "department",
    header: "Department",
    wraps: true,
    cell: ({ department, parent }) =>
      department?.name ?? (
        // Shows the parent category's department, which applies to a category without its own department.
        <span className="text-muted">{parent?.department ? parent.department.name : "None"}</span>
      ),
  },
  { id: "target", header: "Target", cell: ({ target_hours }) => formatHours(target_hours) },
  {
    id: "steps",
    header: "To acknowledge, start, finish",
    wraps: true,
    cell: ({ submitted_hours, acknowledged_hours, in_progress_hours }) =>
      [submitted_hours, acknowledged_hours, in_progress_hours].map(formatHours).join(", "),
  },
  {
    id: "reports",
    header: "Reports",
    cell: ({ id, reports, open }) =>
      reports === 0 ? (
        <span className="text-muted">None</span>
      ) : (
        <HoverLink
          href={`${ALL_REPORTS_URL}?category=${id}`}
          className="rounded-sm font-semibold text-primary hover:underline"
        >
          {formatCappedCount(open)} open of {formatCappedCount(reports)}
        </HoverLink>
      ),
  },
  { id: "templates", header: "Templates", cell: ({ templates }) => templates },
  {
    id: "status",
    header: "Status",
    wraps: true,
    cell: ({ active, hidden, private: isPrivate, parent }) => (
      <span className="flex flex-wrap gap-1.5">
        <Badge tone={active ? "success" : "neutral"}>{active ? "Active" : "Inactive"}</Badge>
        {hidden && (
          <Badge tone="warning" title={isPrivate ? undefined : `Private through ${parent?.name}`}>
            <Lock aria-hidden="true" /> Private
          </Badge>
        )}
      </span>
    ),
  },
];

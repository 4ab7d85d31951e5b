import { Lock } from "lucide-react";
import { OrderButtons } from "@/components/common/table/order-buttons";
import { SetUpActions, SetUpCell, setUpRow } from "@/components/common/table/set-up-table";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { HoverLink } from "@/components/ui/hover-link";
import type { IreportCategory } from "@/lib/contract/ireport-set-up";
import { IreportCategoryIcon } from "./ireport-category-icon";
import type { Move } from "./ireport-category-order";
import { countWords, hoursWords } from "./ireport-category-words";
import { REPORTS_URL } from "./ireport-words";

const TARGET = "Target";
const STEPS = "To acknowledge, start, finish";
export const CATEGORY_HEADS = ["Category", "Department", TARGET, STEPS, "Reports", "Templates", "Status", "Actions"];

type CategoryRowProps = {
  category: IreportCategory;
  /** Of one of the second level. */
  parent?: IreportCategory;
  isFirst: boolean;
  isLast: boolean;
  /** Absent for whoever may not change categories. */
  onMove?: Move;
  onChange?: (id: string) => void;
  onPointed: () => void;
};

/** One category; those of the second level stand indented below their parent. */
export function CategoryRow({ category, parent, isFirst, isLast, onMove, onChange, onPointed }: CategoryRowProps) {
  const { id, name, icon, department, reports, open, templates } = category;
  return (
    <tr className={setUpRow}>
      <th scope="row" className="px-3 py-2.5 pl-5 text-left align-top font-normal max-md:block max-md:pb-1.5">
        <span className={`flex items-start gap-2.5 ${parent ? "pl-7" : "font-semibold"}`}>
          <IreportCategoryIcon icon={icon} className="mt-0.5 size-4 text-muted" />
          <span className="min-w-0 break-words">
            {name}
            {parent && <span className="sr-only"> (below {parent.name})</span>}
          </span>
        </span>
      </th>
      <SetUpCell head="Department">
        {department?.name ?? (
          // Without one of its own, that of its parent answers for it.
          <span className="text-muted">{parent?.department ? parent.department.name : "None"}</span>
        )}
      </SetUpCell>
      <SetUpCell head={TARGET}>{hoursWords(category.target_hours)}</SetUpCell>
      <SetUpCell head={STEPS}>
        {[category.submitted_hours, category.acknowledged_hours, category.in_progress_hours].map(hoursWords).join(", ")}
      </SetUpCell>
      <SetUpCell head="Reports">
        {reports === 0 ? (
          <span className="text-muted">None</span>
        ) : (
          <HoverLink
            href={`${REPORTS_URL}?category=${id}`}
            className="rounded-sm font-semibold text-primary hover:underline"
          >
            <span className="whitespace-nowrap">
              {countWords(open)} open of {countWords(reports)}
            </span>
          </HoverLink>
        )}
      </SetUpCell>
      <SetUpCell head="Templates">{templates}</SetUpCell>
      <SetUpCell head="Status">
        <span className="flex flex-wrap gap-1.5 max-md:justify-end">
          <Badge tone={category.active ? "success" : "neutral"}>{category.active ? "Active" : "Inactive"}</Badge>
          {category.hidden && (
            <Badge tone="warning" title={category.private ? undefined : `Private through ${parent?.name}`}>
              <Lock aria-hidden="true" /> Private
            </Badge>
          )}
        </span>
      </SetUpCell>
      <SetUpActions>
        {onMove && <OrderButtons name={name} isFirst={isFirst} isLast={isLast} onMove={(by) => onMove(category, by)} />}
        {onChange && (
          <Button
            size="sm"
            aria-label={`Change ${name}`}
            onPointerEnter={onPointed}
            onFocus={onPointed}
            onClick={() => onChange(id)}
          >
            Change
          </Button>
        )}
      </SetUpActions>
    </tr>
  );
}

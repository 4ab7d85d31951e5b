import { Lock, RotateCcw, Siren } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import type { IreportPriority } from "@/lib/contract/ireport.values";
import type { IreportRow } from "@/lib/contract/ireport-row";
import { IreportCategoryIcon } from "./ireport-category-icon";
import { ireportPriorityLabel } from "./ireport-words";

/** Renders a priority; only high and urgent get a coloured badge. */
export function IreportPriorityBadge({ priority }: { priority: IreportPriority }) {
  const label = ireportPriorityLabel(priority);
  if (priority === "urgent") return <Badge tone="danger">{label}</Badge>;
  if (priority === "high") return <Badge tone="warning">{label}</Badge>;
  return <span className={priority === "low" ? "text-muted" : undefined}>{label}</span>;
}

/** Renders a category's icon, with a lock if its reports are private. */
export function IreportCategoryIconWithLock({ category: { icon, private: isPrivate } }: Pick<IreportRow, "category">) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 text-muted">
      <IreportCategoryIcon icon={icon} />
      {isPrivate && <IreportLock />}
    </span>
  );
}

/** Renders a category's icon and name, with a lock if its reports are private. */
export const IreportCategoryName = ({ category }: Pick<IreportRow, "category">) => (
  <span className="flex min-w-0 items-center gap-2">
    <IreportCategoryIconWithLock category={category} />
    <span className="truncate">{category.name}</span>
  </span>
);

/** Renders a lock for a private category. */
const IreportLock = () => (
  <IconWithTooltip words="Private: only admins with approval rights and the owner see it">
    <Lock className="size-3.5 text-muted" aria-hidden="true" />
  </IconWithTooltip>
);

/** Renders an icon if a report was escalated, and one if it was reopened. */
export function IreportEscalatedReopenedIcons({
  report: { escalated_at, reopened },
}: {
  report: Pick<IreportRow, "escalated_at" | "reopened">;
}) {
  return (
    <>
      {escalated_at && (
        <IconWithTooltip words="Escalated to the department's lead">
          <Siren className="size-4 text-danger" aria-hidden="true" />
        </IconWithTooltip>
      )}
      {reopened > 0 && (
        <IconWithTooltip words={reopened === 1 ? "Reopened once" : `Reopened ${reopened} times`}>
          <RotateCcw className="size-3.5 text-warning" aria-hidden="true" />
        </IconWithTooltip>
      )}
    </>
  );
}

function IconWithTooltip({ words: label, children }: { words: string; children: ReactNode }) {
  return (
    <span title={label} className="inline-flex shrink-0">
      {children}
      <span className="sr-only">{label}</span>
    </span>
  );
}

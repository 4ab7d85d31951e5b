import { Lock, RotateCcw, Siren } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import type { IreportPriority } from "@/lib/contract/ireport.values";
import type { IreportRow } from "@/lib/contract/ireport-row";
import { IreportCategoryIcon } from "./ireport-category-icon";
import { priorityWords } from "./ireport-words";

/** Renders a priority; only high and urgent get a coloured badge. */
export function IreportPriorityBadge({ priority }: { priority: IreportPriority }) {
  const words = priorityWords(priority);
  if (priority === "urgent") return <Badge tone="danger">{words}</Badge>;
  if (priority === "high") return <Badge tone="warning">{words}</Badge>;
  return <span className={priority === "low" ? "text-muted" : undefined}>{words}</span>;
}

/** Renders a category's icon, with a lock if its reports are private. */
export function IreportCategorySign({ category: { icon, private: isPrivate } }: Pick<IreportRow, "category">) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 text-muted">
      <IreportCategoryIcon icon={icon} />
      {isPrivate && <IreportLock />}
    </span>
  );
}

/** Renders a category's icon and name. */
export const IreportCategoryName = ({ category }: Pick<IreportRow, "category">) => (
  <span className="flex min-w-0 items-center gap-2">
    <IreportCategorySign category={category} />
    <span className="truncate">{category.name}</span>
  </span>
);

/** Marks a private category. */
const IreportLock = () => (
  <Sign words="Private: only admins with approval rights and the owner see it">
    <Lock className="size-3.5 text-muted" aria-hidden="true" />
  </Sign>
);

/** Renders the marks for escalated and reopened reports. */
export function IreportMarks({
  report: { escalated_at, reopened },
}: {
  report: Pick<IreportRow, "escalated_at" | "reopened">;
}) {
  return (
    <>
      {escalated_at && (
        <Sign words="Escalated to the department's lead">
          <Siren className="size-4 text-danger" aria-hidden="true" />
        </Sign>
      )}
      {reopened > 0 && (
        <Sign words={reopened === 1 ? "Reopened once" : `Reopened ${reopened} times`}>
          <RotateCcw className="size-3.5 text-warning" aria-hidden="true" />
        </Sign>
      )}
    </>
  );
}

function Sign({ words, children }: { words: string; children: ReactNode }) {
  return (
    <span title={words} className="inline-flex shrink-0">
      {children}
      <span className="sr-only">{words}</span>
    </span>
  );
}

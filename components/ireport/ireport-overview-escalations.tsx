import { Card, CardHeader } from "@/components/ui/card";
import { HoverLink } from "@/components/ui/hover-link";
import type { IreportRow } from "@/lib/contract/ireport-row";
import { recordUrl } from "@/lib/contract/records";
import { formatCount } from "@/lib/format";
import { IreportDeadline } from "./ireport-due";
import { reportListUrl } from "./ireport-overview-params";

/** Maximum number of late reports listed beside the figures. A link opens the list of all late reports. */
const MAX_ROWS = 6;

type IreportOverviewEscalationsProps = {
  reports: readonly IreportRow[];
  /** Total number of late, escalated reports, of which `reports` are the first. */
  total: number;
};

/** Lists reports that are still late after the department's lead was notified. */
export function IreportOverviewEscalations({ reports, total }: IreportOverviewEscalationsProps) {
  return (
    <Card className="min-w-0">
      <CardHeader
        title="Escalations"
        description="Late reports whose department's lead was mailed."
        actions={
          reports.length > 0 && (
            <HoverLink
              href={reportListUrl({ escalated: "true", late: "true" })}
              className="rounded-sm text-sm font-semibold text-primary hover:underline"
            >
              {total > MAX_ROWS ? `All ${formatCount(total)}` : "Open list"}
            </HoverLink>
          )
        }
      />
      {reports.length === 0 ? (
        <p className="px-5 pb-5 text-muted">Nothing is escalated.</p>
      ) : (
        <ul className="divide-y divide-border border-t border-border text-sm">
          {reports.slice(0, MAX_ROWS).map((report) => (
            <li
              key={report.id}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-5 py-2.5"
            >
              <HoverLink
                href={recordUrl("ireport", report.id)}
                title={report.title}
                className="truncate rounded-sm font-semibold text-primary hover:underline"
              >
                {report.title}
              </HoverLink>
              <span className="text-right">
                <IreportDeadline report={report} of={lateClockKind(report)} />
              </span>
              <span className="truncate text-muted">
                {report.number} · {report.department ?? "No department"} · {report.lga}
              </span>
              <span className="justify-self-end text-muted" title={report.owner?.email}>
                {report.owner?.name ?? "Nobody"}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Returns which deadline of a report passed first: its own or that of its state. */
const lateClockKind = ({ due_at, state_due_at }: IreportRow) =>
  state_due_at && state_due_at < due_at ? "state" : "report";

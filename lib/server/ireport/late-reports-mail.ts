import "server-only";
import { env } from "@/lib/env";
import { formatCount, formatDateTime, pluralize } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import { composeMail, type Mail, type MailRecipient } from "@/lib/server/mail/mail";
import type { IreportRecord } from "./rows";

type LateReport = Pick<IreportRecord, "number" | "title" | "dueAt" | "stateDueAt"> & {
  owner: { firstName: string; lastName: string } | null;
  /** True if the report is in a private category. The mail then contains only the report's number. */
  isHidden: boolean;
};

/** Maximum number of reports listed in the mail. Further reports are only counted, because the list to which the mail links shows all. */
const MAX_LISTED = 50;

/** Returns the mail to a department's lead about late reports, first due first. Omits private content. */
export function lateReportsMail(lead: MailRecipient, reports: readonly LateReport[]): Mail {
  const subjectCount = pluralize(reports.length, "report is", "reports are");
  const unlistedCount = reports.length - MAX_LISTED;
  const lines = reports.slice(0, MAX_LISTED).map((report) => {
    const title = report.isHidden ? "" : ` ${toOneLine(report.title)}`;
    const owner = report.owner ? fullName(report.owner) : "nobody";
    return `${report.number}${title}\n  due ${formatDateTime(earliestDeadline(report).getTime())}, with ${owner}`;
  });
  const more = unlistedCount > 0 ? `\nand ${formatCount(unlistedCount)} more` : "";
  return composeMail(lead, {
    subject: `${subjectCount} late`,
    blocks: [
      `${subjectCount} late in your department:`,
      `${lines.join("\n")}${more}`,
      {
        kind: "button",
        label: "Open the late reports",
        url: `${env().appOrigin}/dashboard/ireports/all?late=true&escalated=true`,
      },
      "Each late report is mailed to you once.",
    ],
  });
}

/** Returns the earlier due time of the report's two deadline clocks. */
const earliestDeadline = ({ dueAt, stateDueAt }: LateReport) => (stateDueAt && stateDueAt < dueAt ? stateDueAt : dueAt);

const toOneLine = (title: string) => title.replace(/\s+/g, " ").trim();

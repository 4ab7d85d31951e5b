import "server-only";
import { env } from "@/lib/env";
import { formatCount, formatDateTime, pluralize } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import type { Mail } from "@/lib/server/mail/messages";
import type { Report } from "./rows";

type Late = Pick<Report, "number" | "title" | "dueAt" | "stateDueAt"> & {
  owner: { firstName: string; lastName: string } | null;
  /** True if the report is in a private category. The mail then has only its number. */
  isHidden: boolean;
};

/** Reports listed in the mail. Further ones are only counted, since the linked list shows all. */
const LISTED = 50;

/** Returns the mail to a department's lead about late reports, first due first. Omits private content. */
export function lateReportsMail(lead: { firstName: string; email: string }, reports: readonly Late[]): Mail {
  const many = pluralize(reports.length, "report is", "reports are");
  const more = reports.length - LISTED;
  const lines = reports.slice(0, LISTED).map((report) => {
    const title = report.isHidden ? "" : ` ${oneLine(report.title)}`;
    const owner = report.owner ? fullName(report.owner) : "nobody";
    return `${report.number}${title}\n  due ${formatDateTime(ranOut(report).getTime())}, with ${owner}`;
  });
  return {
    to: lead.email,
    subject: `${many} late`,
    text: `Hello ${lead.firstName},

${many} late in your department:

${lines.join("\n")}
${more > 0 ? `and ${formatCount(more)} more\n` : ""}
${env().appOrigin}/dashboard/ireports/all?late=true&escalated=true

Each late report is mailed to you once.
`,
  };
}

/** Returns the earlier due time of the two clocks. */
const ranOut = ({ dueAt, stateDueAt }: Late) => (stateDueAt && stateDueAt < dueAt ? stateDueAt : dueAt);

const oneLine = (title: string) => title.replace(/\s+/g, " ").trim();

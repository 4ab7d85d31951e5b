import "server-only";
import { env } from "@/lib/env";
import { formatCount, formatDateTime } from "@/lib/format";
import { fullName } from "@/lib/server/api/context";
import type { Mail } from "@/lib/server/mail/messages";
import type { Report } from "./rows";

type Late = Pick<Report, "number" | "title" | "dueAt" | "stateDueAt"> & {
  owner: { firstName: string; lastName: string } | null;
  /** In a private category: its number alone leaves the house. */
  isHidden: boolean;
};

/** More are only counted: the list on screen has them all. */
const LISTED = 50;

/** What a department's lead reads about reports whose clocks have run out, due first. Never what is private. */
export function lateReportsMail(lead: { firstName: string; email: string }, reports: readonly Late[]): Mail {
  const many = reports.length === 1 ? "1 report is" : `${formatCount(reports.length)} reports are`;
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

${many} late in your department and need somebody to see to ${reports.length === 1 ? "it" : "them"}:

${lines.join("\n")}
${more > 0 ? `and ${formatCount(more)} more\n` : ""}
${env().appOrigin}/dashboard/ireports/all?late=true&escalated=true

Each late report is mailed to you once.
`,
  };
}

/** The clock that ran out first. */
const ranOut = ({ dueAt, stateDueAt }: Late) => (stateDueAt && stateDueAt < dueAt ? stateDueAt : dueAt);

const oneLine = (title: string) => title.replace(/\s+/g, " ").trim();

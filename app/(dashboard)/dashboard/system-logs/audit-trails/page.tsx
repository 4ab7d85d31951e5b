import type { Metadata } from "next";
import { AccessDenied } from "@/components/shell/access-denied";
import { mayReadModule, PrefetchQueries } from "@/components/shell/prefetch-queries";
import { AuditTrailScreen } from "@/components/system-logs/audit-trail-screen";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { AUDIT_TRAIL_LIST } from "@/lib/contract/system-logs.values";
import { auditActionsQuery, auditPeopleQuery, auditRowQuery, auditTrailListQuery } from "@/lib/queries/system-logs";

export const metadata: Metadata = { title: "Audit Trail" };

export default async function AuditTrailPage({ searchParams }: PageProps<"/dashboard/system-logs/audit-trails">) {
  if (!(await mayReadModule("system-logs"))) return <AccessDenied feature="System Logs" />;
  const search = await searchParams;
  const queries = [
    auditTrailListQuery(toApiInput(await readListState(AUDIT_TRAIL_LIST, search))),
    auditPeopleQuery(),
    auditActionsQuery(),
  ];
  const { entry } = search;
  return (
    <PrefetchQueries queries={typeof entry === "string" ? [...queries, auditRowQuery(entry)] : queries}>
      <AuditTrailScreen />
    </PrefetchQueries>
  );
}

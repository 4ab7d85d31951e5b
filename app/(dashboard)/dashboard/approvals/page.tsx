import type { Metadata } from "next";
import { ApprovalListScreen } from "@/components/approvals/approval-list-screen";
import { Prefetched } from "@/components/shell/prefetched";
import { parseListParams, toApiInput } from "@/lib/client/list-params";
import { APPROVAL_LIST } from "@/lib/contract/approvals.values";
import { approvalListQuery } from "@/lib/queries/approvals";

export const metadata: Metadata = { title: "Approvals" };

/** Open to everybody who is signed in: it lists what their rights decide, and their own requests. */
export default async function ApprovalListPage({ searchParams }: PageProps<"/dashboard/approvals">) {
  const state = parseListParams(APPROVAL_LIST, await searchParams);
  return (
    <Prefetched queries={[approvalListQuery(toApiInput(state))]}>
      <ApprovalListScreen />
    </Prefetched>
  );
}

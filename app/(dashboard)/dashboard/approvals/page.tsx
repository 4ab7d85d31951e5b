import type { Metadata } from "next";
import { ApprovalListScreen } from "@/components/approvals/approval-list-screen";
import { PrefetchQueries } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { APPROVAL_LIST } from "@/lib/contract/approvals.values";
import { approvalListQuery } from "@/lib/queries/approvals";

export const metadata: Metadata = { title: "Approvals" };

/** Page of approval requests. Open to every signed-in admin, because it lists only requests that they may decide or have made. */
export default async function ApprovalListPage({ searchParams }: PageProps<"/dashboard/approvals">) {
  const state = await readListState(APPROVAL_LIST, await searchParams);
  return (
    <PrefetchQueries queries={[approvalListQuery(toApiInput(state))]}>
      <ApprovalListScreen />
    </PrefetchQueries>
  );
}

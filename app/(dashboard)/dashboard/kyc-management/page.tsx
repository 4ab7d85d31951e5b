import type { Metadata } from "next";
import { KycListScreen } from "@/components/kyc/kyc-list-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { readListState } from "@/components/views/read-list-state";
import { toApiInput } from "@/lib/client/list-params";
import { KYC_LIST } from "@/lib/contract/kyc.values";
import { kycListQuery } from "@/lib/queries/kyc";
import { kycAssigneesQuery, kycStatsQuery } from "@/lib/queries/kyc-work";

export const metadata: Metadata = { title: "KYC Management" };

export default async function KycListPage({ searchParams }: PageProps<"/dashboard/kyc-management">) {
  await requireAccess("kyc");
  const state = await readListState(KYC_LIST, await searchParams);
  return (
    <PrefetchQueries queries={[kycListQuery(toApiInput(state)), kycStatsQuery(), kycAssigneesQuery()]}>
      <KycListScreen />
    </PrefetchQueries>
  );
}

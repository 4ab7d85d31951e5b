import type { Metadata } from "next";
import { KycReviewScreen } from "@/components/kyc/kyc-review-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { KYC_LANES } from "@/lib/contract/kyc.values";
import { kycRequestQuery, upcomingKycRequestsQuery } from "@/lib/queries/kyc";

export const metadata: Metadata = { title: "Identity request" };

const parseLane = ({ lane }: { lane?: string | string[] }) => KYC_LANES.find((each) => each === lane);

export default async function KycReviewPage({ params, searchParams }: PageProps<"/dashboard/kyc-management/[kycId]">) {
  await requireAccess("kyc");
  const { kycId } = await params;
  const lane = parseLane(await searchParams);
  return (
    <PrefetchQueries required={kycRequestQuery(kycId)} onceKnown={({ id }) => [upcomingKycRequestsQuery(id, lane)]}>
      <KycReviewScreen kycId={kycId} lane={lane} />
    </PrefetchQueries>
  );
}

import type { Metadata } from "next";
import { KycReviewScreen } from "@/components/kyc/kyc-review-screen";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { kycSingleQuery, kycUpcomingQuery } from "@/lib/queries/kyc";

export const metadata: Metadata = { title: "Identity request" };

export default async function KycReviewPage({ params }: PageProps<"/dashboard/kyc-management/[kycId]">) {
  await guard("kyc");
  const { kycId } = await params;
  return (
    <Prefetched required={kycSingleQuery(kycId)} onceKnown={({ id }) => [kycUpcomingQuery(id)]}>
      <KycReviewScreen kycId={kycId} />
    </Prefetched>
  );
}

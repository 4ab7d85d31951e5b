import type { Metadata } from "next";
import { KycNewScreen } from "@/components/kyc/kyc-new-screen";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { kycRequestQuery } from "@/lib/queries/kyc";

export const metadata: Metadata = { title: "New request" };

/** Form for a new identity request. `?request=` is the id of a returned request to submit again. */
export default async function KycNewPage({ searchParams }: PageProps<"/dashboard/kyc-management/new">) {
  await requireAccess("kyc");
  const { request } = await searchParams;
  const kycId = typeof request === "string" ? request : null;
  return (
    <PrefetchQueries required={kycId ? kycRequestQuery(kycId) : undefined}>
      <KycNewScreen kycId={kycId} />
    </PrefetchQueries>
  );
}

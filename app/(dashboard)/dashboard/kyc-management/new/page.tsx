import type { Metadata } from "next";
import { KycNewScreen } from "@/components/kyc/kyc-new-screen";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { kycSingleQuery } from "@/lib/queries/kyc";

export const metadata: Metadata = { title: "New request" };

/** `?request=`: one that was sent back, to be submitted again. */
export default async function KycNewPage({ searchParams }: PageProps<"/dashboard/kyc-management/new">) {
  await guard("kyc");
  const { request } = await searchParams;
  const kycId = typeof request === "string" ? request : null;
  return (
    <Prefetched required={kycId ? kycSingleQuery(kycId) : undefined}>
      <KycNewScreen kycId={kycId} />
    </Prefetched>
  );
}

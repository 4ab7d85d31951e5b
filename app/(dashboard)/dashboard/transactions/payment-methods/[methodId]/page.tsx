import type { Metadata } from "next";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { MethodScreen } from "@/components/transaction/method-screen";
import { methodQuery } from "@/lib/queries/transaction";

export const metadata: Metadata = { title: "Payment method" };

type Props = PageProps<"/dashboard/transactions/payment-methods/[methodId]">;

export default async function MethodPage({ params }: Props) {
  await guard("transaction");
  const { methodId } = await params;
  return (
    <Prefetched required={methodQuery(methodId)}>
      <MethodScreen methodId={methodId} />
    </Prefetched>
  );
}

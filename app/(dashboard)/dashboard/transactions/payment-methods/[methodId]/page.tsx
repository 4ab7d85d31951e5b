import type { Metadata } from "next";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { MethodScreen } from "@/components/transaction/method-screen";
import { methodQuery } from "@/lib/queries/transaction";

export const metadata: Metadata = { title: "Payment method" };

type Props = PageProps<"/dashboard/transactions/payment-methods/[methodId]">;

export default async function MethodPage({ params }: Props) {
  await requireAccess("transaction");
  const { methodId } = await params;
  return (
    <PrefetchQueries required={methodQuery(methodId)}>
      <MethodScreen methodId={methodId} />
    </PrefetchQueries>
  );
}

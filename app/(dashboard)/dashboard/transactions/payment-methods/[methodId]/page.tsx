import type { Metadata } from "next";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { PaymentMethodScreen } from "@/components/transaction/method-screen";
import { paymentMethodQuery } from "@/lib/queries/transaction";

export const metadata: Metadata = { title: "Payment method" };

type Props = PageProps<"/dashboard/transactions/payment-methods/[methodId]">;

export default async function MethodPage({ params }: Props) {
  await requireAccess("transaction");
  const { methodId } = await params;
  return (
    <PrefetchQueries required={paymentMethodQuery(methodId)}>
      <PaymentMethodScreen methodId={methodId} />
    </PrefetchQueries>
  );
}

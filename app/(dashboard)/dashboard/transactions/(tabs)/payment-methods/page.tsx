import type { Metadata } from "next";
import { PrefetchQueries, requireAccess } from "@/components/shell/prefetch-queries";
import { PaymentMethodListScreen } from "@/components/transaction/method-list-screen";
import { paymentMethodListQuery } from "@/lib/queries/transaction";

export const metadata: Metadata = { title: "Payment methods" };

export default async function MethodListPage() {
  await requireAccess("transaction");
  return (
    <PrefetchQueries queries={[paymentMethodListQuery()]}>
      <PaymentMethodListScreen />
    </PrefetchQueries>
  );
}

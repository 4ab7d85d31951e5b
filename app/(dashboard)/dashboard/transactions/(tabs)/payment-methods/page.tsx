import type { Metadata } from "next";
import { guard, PrefetchQueries } from "@/components/shell/prefetch-queries";
import { MethodListScreen } from "@/components/transaction/method-list-screen";
import { methodListQuery } from "@/lib/queries/transaction";

export const metadata: Metadata = { title: "Payment methods" };

export default async function MethodListPage() {
  await guard("transaction");
  return (
    <PrefetchQueries queries={[methodListQuery()]}>
      <MethodListScreen />
    </PrefetchQueries>
  );
}

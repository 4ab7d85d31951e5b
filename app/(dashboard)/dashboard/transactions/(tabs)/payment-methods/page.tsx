import type { Metadata } from "next";
import { guard, Prefetched } from "@/components/shell/prefetched";
import { MethodListScreen } from "@/components/transaction/method-list-screen";
import { methodListQuery } from "@/lib/queries/transaction";

export const metadata: Metadata = { title: "Payment methods" };

export default async function MethodListPage() {
  await guard("transaction");
  return (
    <Prefetched queries={[methodListQuery()]}>
      <MethodListScreen />
    </Prefetched>
  );
}

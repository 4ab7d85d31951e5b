import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Feature, FLAGS, type Flag } from "@/lib/contract/access";
import { waitingApprovalsQuery } from "@/lib/queries/approvals";
import { accessQuery } from "@/lib/queries/rp";

/** Wraps components of the home page for an admin with these rights. Sends no requests. */
export function renderWithRights(rights: Partial<Record<Feature, readonly Flag[]>>, children: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const features = Object.entries(rights).map(([name, flags]) => ({
    name,
    access: Object.fromEntries(FLAGS.map((flag) => [flag, flags.includes(flag)])) as Record<Flag, boolean>,
  }));
  client.setQueryData(accessQuery().queryKey, { features });
  client.setQueryData(waitingApprovalsQuery().queryKey, { waiting: 0 });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

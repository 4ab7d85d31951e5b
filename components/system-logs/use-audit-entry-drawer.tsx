"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { AuditTrailDrawer } from "./audit-trail-drawer";

/** Opens an audit row in a drawer with its own URL, such as `?entry=12`. Keeps the filters of the list. */
export function useAuditEntryDrawer() {
  const search = useSearchParams();
  const path = usePathname();
  const router = useRouter();
  const addressOf = (id: string | null) => {
    const next = new URLSearchParams(search);
    next.delete("entry");
    if (id) next.set("entry", id);
    return next.size ? `${path}?${next}` : path;
  };
  const entry = search.get("entry");
  const drawer = entry && /^\d{1,18}$/.test(entry) && (
    <AuditTrailDrawer auditTrailId={entry} onClose={() => router.push(addressOf(null), { scroll: false })} />
  );
  return { addressOf, drawer };
}

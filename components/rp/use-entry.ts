"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";

/** The record that the address names beside the list (`?admin=…`, `?role=…`): links to it, and the way to close it. */
export function useEntry(key: string) {
  const search = useSearchParams();
  const path = usePathname();
  const router = useRouter();
  const addressOf = (id: string | null) => {
    const next = new URLSearchParams(search);
    next.delete(key);
    if (id) next.set(key, id);
    return next.size ? `${path}?${next}` : path;
  };
  return {
    entry: search.get(key),
    addressOf,
    open: (id: string) => router.push(addressOf(id), { scroll: false }),
    close: () => router.push(addressOf(null), { scroll: false }),
  };
}

"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { addRecentRecordOfPage } from "@/lib/client/recent-records";

/** Adds this page's record to the recent records, which the search box lists. Renders nothing. */
export function AddPageToRecentRecords({ title }: { title: string }) {
  const path = usePathname();
  useEffect(() => addRecentRecordOfPage(path, title), [path, title]);
  return null;
}

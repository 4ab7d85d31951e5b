"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { rememberRecordPage } from "@/lib/client/recent-records";

/** Adds this page's record to the recent records in the search box. Renders nothing. */
export function RememberVisit({ title }: { title: string }) {
  const path = usePathname();
  useEffect(() => rememberRecordPage(path, title), [path, title]);
  return null;
}

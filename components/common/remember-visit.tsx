"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { rememberRecordPage } from "@/lib/client/recent-records";

/** Adds the record of this page to the recent records of the search box. Renders nothing. */
export function RememberVisit({ title }: { title: string }) {
  const path = usePathname();
  useEffect(() => rememberRecordPage(path, title), [path, title]);
  return null;
}

"use client";

import { ServerError } from "@/components/common/form/server-error";

/** Inside the shell, so that the way to the other pages stays. */
export default function DashboardError() {
  return <ServerError />;
}

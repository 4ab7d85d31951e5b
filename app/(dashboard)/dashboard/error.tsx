"use client";

import { ServerError } from "@/components/common/form/server-error";

/** Renders inside the dashboard shell, so that the navigation stays usable. */
export default function DashboardError() {
  return <ServerError />;
}

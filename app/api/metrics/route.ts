import { allowOnlyMethods } from "@/lib/server/api/method-not-allowed";
import { handleMetrics } from "@/lib/server/process/metrics-server";

/** Returns the metrics of this process in Prometheus's text format (docs/monitoring.md). */
export const GET = (request: Request) => handleMetrics(request);

const rejectMethod = allowOnlyMethods("GET");

export {
  rejectMethod as DELETE,
  rejectMethod as OPTIONS,
  rejectMethod as PATCH,
  rejectMethod as POST,
  rejectMethod as PUT,
};

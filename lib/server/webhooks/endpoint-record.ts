import "server-only";
import type { webhookEndpoints } from "@/lib/server/db/schema/webhooks";

/** Database row of a webhook endpoint. */
export type EndpointRow = typeof webhookEndpoints.$inferSelect;

/** Returns the reference (type, id and name) to a webhook endpoint for audit rows. */
export const endpointRecordRef = ({ id, name }: Pick<EndpointRow, "id" | "name">) => ({
  type: "webhook_endpoint" as const,
  id,
  name,
});

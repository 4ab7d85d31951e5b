import "server-only";
import { eq } from "drizzle-orm";
import { FAILING_DAYS_UNTIL_DISABLED } from "@/lib/contract/webhooks.values";
import { appendAudit } from "@/lib/server/audit/audit";
import type { Transaction } from "@/lib/server/db/client";
import { webhookEndpoints } from "@/lib/server/db/schema/webhooks";
import { notifyAdmins } from "@/lib/server/notices/notify";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { readAdminsHolding } from "@/lib/server/rp/current-rights";
import { type EndpointRow, endpointRecordRef } from "./endpoint-record";

/**
 * Disables an endpoint that returned 410, or whose attempts have all failed for days, with an audit row of the system. Notifies the
 * admins who may enable it again. The caller has changed the endpoint's row in this transaction, which locks it.
 */
export async function disableFailingEndpoint(
  tx: Transaction,
  endpointId: string,
  status: number | null,
): Promise<void> {
  const [endpoint] = await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, endpointId));
  if (!endpoint?.enabled) return;
  const isFailing =
    endpoint.failingSince !== null &&
    endpoint.failingSince.getTime() < Date.now() - FAILING_DAYS_UNTIL_DISABLED * 86_400_000;
  if (status !== 410 && !isFailing) return;
  const disabledReason = status === 410 ? "gone" : "failing";
  const disabled = await updateVersionedRecord(tx, webhookEndpoints, endpointId, { enabled: false, disabledReason });
  const record = endpointRecordRef(endpoint);
  await appendAudit(tx, {
    at: new Date(),
    adminId: null,
    adminName: null,
    action: "appConfig.updateWebhookEndpoint",
    outcome: "done",
    refusal: null,
    recordType: record.type,
    recordId: record.id,
    recordName: record.name,
    before: { enabled: true },
    after: { enabled: false, disabled_reason: disabledReason },
    address: "",
    device: "",
    requestId: "",
  });
  await notifyOfDisabling(tx, disabled);
}

async function notifyOfDisabling(tx: Transaction, endpoint: EndpointRow): Promise<void> {
  const admins = await readAdminsHolding(tx, [{ feature: "App Configurations", flag: "update" }]);
  await notifyAdmins(
    tx,
    admins.map(({ id }) => id),
    {
      kind: "webhook_disabled",
      record: endpointRecordRef(endpoint),
      cause: `webhook_disabled:${endpoint.id}:${endpoint.version}`,
      params: {
        reason:
          endpoint.disabledReason === "gone"
            ? "responded with 410 Gone"
            : `only failed for ${FAILING_DAYS_UNTIL_DISABLED} days`,
      },
    },
  );
}

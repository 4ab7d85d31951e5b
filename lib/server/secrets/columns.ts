import "server-only";
import type { EncryptionPurpose } from "@/lib/server/base/secret";

/** Column of encrypted values, which a rotation of APP_SECRET encrypts again. `label`: description of its values in reports. */
export type EncryptedColumn = { table: string; id: string; column: string; purpose: EncryptionPurpose; label: string };

/** All columns with values that are encrypted with APP_SECRET. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  {
    ...{ table: "kyc_requests", id: "id", column: "identity_number" },
    ...{ purpose: "identity-number", label: "identity numbers" },
  },
  {
    ...{ table: "grant_applications", id: "id", column: "account_number" },
    ...{ purpose: "identity-number", label: "bank accounts of grant applications" },
  },
  {
    ...{ table: "withdrawals", id: "transaction_id", column: "account_number" },
    ...{ purpose: "identity-number", label: "bank accounts of withdrawals" },
  },
  {
    ...{ table: "admin_authenticators", id: "admin_id", column: "secret" },
    ...{ purpose: "authenticator-secret", label: "authenticator apps" },
  },
  {
    ...{ table: "webhook_endpoints", id: "id", column: "secret" },
    ...{ purpose: "webhook-secret", label: "webhook secrets" },
  },
  {
    ...{ table: "webhook_endpoints", id: "id", column: "previous_secret" },
    ...{ purpose: "webhook-secret", label: "earlier webhook secrets" },
  },
];

/** Column of hashes of identity numbers, phones, accounts and devices, in which equal values must have equal hashes. */
export type HashColumn = { table: string; column: string; where: string; label: string };

const duplicateCheckKeys = (kind: string, label: string): HashColumn => ({
  ...{ table: "grant_fingerprints", column: "value", where: `kind = '${kind}'` },
  label: `hashes of ${label} of grant applications`,
});

/** All columns with hashes that depend on APP_SECRET. */
export const HASH_COLUMNS: readonly HashColumn[] = [
  {
    ...{ table: "kyc_requests", column: "identity_number_hash", where: "true" },
    label: "hashes of identity numbers",
  },
  duplicateCheckKeys("identity_number", "identity numbers"),
  duplicateCheckKeys("phone", "phones"),
  duplicateCheckKeys("account", "bank accounts"),
  duplicateCheckKeys("device", "devices"),
  {
    ...{ table: "promotion_redemptions", column: "device_hash", where: "device_hash is not null" },
    label: "hashes of devices that used promotions",
  },
];

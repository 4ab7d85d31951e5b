import "server-only";
import { z } from "zod";
import { CORRECTABLE_USER_FIELDS, type CorrectableUserField } from "@/lib/contract/user.values";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { approvedNameThatDiffers } from "@/lib/server/kyc/approved-name";
import type { UserRecord } from "@/lib/server/user/status";

/** Schema of the values of corrected fields. */
const fieldValues = z.partialRecord(z.enum(CORRECTABLE_USER_FIELDS), z.string().nullable());
/** Values of a citizen's corrected fields, by field. */
export type CorrectedValues = z.output<typeof fieldValues>;

/** Payload of a request to correct a citizen's details. `from`: the values that the requester saw. */
export const correctionPayload = z.object({ from: fieldValues, to: fieldValues, evidence: z.string() });

const COLUMNS = {
  first_name: "firstName",
  middle_name: "middleName",
  last_name: "lastName",
  phone: "phone",
  email: "email",
} as const satisfies Record<CorrectableUserField, keyof UserRecord>;

const LABELS: Record<CorrectableUserField, string> = {
  first_name: "first name",
  middle_name: "middle name",
  last_name: "last name",
  phone: "phone number",
  email: "email address",
};

/** Returns which fields a correction contains, in their fixed order. */
export const correctedFieldsOf = (values: CorrectedValues) =>
  CORRECTABLE_USER_FIELDS.filter((field) => field in values);

/** Returns the stored values of these fields. */
export const storedValues = (user: UserRecord, fields: readonly CorrectableUserField[]): CorrectedValues =>
  Object.fromEntries(fields.map((field) => [field, user[COLUMNS[field]]]));

/** Returns the columns to save. A corrected phone number is not verified: nobody proved that it is the citizen's. */
export const correctedColumns = (values: CorrectedValues): Partial<UserRecord> => ({
  ...Object.fromEntries(correctedFieldsOf(values).map((field) => [COLUMNS[field], values[field]])),
  ...("phone" in values && { phoneVerifiedAt: null }),
});

/** Returns values for the audit trail: names, the last digits of a phone number, and no email address. */
export const correctionAuditValues = (values: CorrectedValues) =>
  Object.fromEntries(
    correctedFieldsOf(values)
      .filter((field) => field !== "email")
      .map((field) => [field, field === "phone" ? lastDigits(values.phone) : values[field]]),
  );

const lastDigits = (phone: string | null | undefined) => `…${String(phone ?? "").slice(-4)}`;

/** Describes a correction without full contact details, because approvals are recorded in the audit trail. */
export function describeCorrection(from: CorrectedValues, to: CorrectedValues): string {
  const parts = correctedFieldsOf(to).map((field) => {
    if (field === "email") return `the ${LABELS.email}`;
    if (field === "phone") return `the ${LABELS.phone} ${lastDigits(from.phone)} to ${lastDigits(to.phone)}`;
    return `the ${LABELS[field]} ${from[field] || "(none)"} to ${to[field] || "(none)"}`;
  });
  return `Correct ${parts.join(", ")}`;
}

/** Returns the readable names of fields whose stored value has changed since the requester saw it. */
export const fieldsChangedSince = (user: UserRecord, from: CorrectedValues) =>
  correctedFieldsOf(from)
    .filter((field) => (user[COLUMNS[field]] ?? null) !== (from[field] ?? null))
    .map((field) => LABELS[field]);

/**
 * Rejects a correction of a closed account, and a name that differs from the approved identity in more than the
 * spelling: then the identity must be revoked and applied for again (docs/citizens-data.md).
 * @throws 409
 */
export async function refuseImpossibleCorrection(
  db: Queryable,
  user: UserRecord,
  to: CorrectedValues,
  current: () => Promise<unknown>,
): Promise<void> {
  if (user.status === "closed")
    throw refuse.conflict("This account is closed, so its details stay as they were.", await current());
  if (!correctedFieldsOf(to).some((field) => field.endsWith("_name"))) return;
  const approved = await approvedNameThatDiffers(db, user.id, { ...user, ...correctedColumns(to) });
  if (!approved) return;
  throw refuse.conflict(
    `${approved.reference} was approved for ${approved.name}. A correction may only change the spelling of that name. For another name, revoke ${approved.reference} first; then the citizen applies with a document in the new name.`,
    await current(),
  );
}

import "server-only";
import type { z } from "zod";
import type { accountUpdate, OwnAccount } from "@/lib/contract/user.app";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { users } from "@/lib/server/db/schema/user";
import { rejectStaleVersion, updateVersionedRecord } from "@/lib/server/records/version";
import { emitUserWebhook } from "@/lib/server/webhooks/record-events";
import { contactConflictForApp, refuseUnderAge } from "./open-account";
import { ownAccount } from "./own-account";
import { userRecordRef } from "./single";
import type { UserRecord } from "./status";

type Changes = z.output<typeof accountUpdate>;

/**
 * Changes those fields of an account that the app sends. Only admins can change a name or birth date proven by an identity request.
 * @throws 400 for a phone number without its verification time, a time in the future, or an age under 18; 404; 409 if the account is closed or has
 * changed, for names and birth date above tier 0, or for a phone number or email address of another account
 */
export async function updateAccount({ tx, app, citizen, audit }: WriteContext, input: Changes): Promise<OwnAccount> {
  refuseUnprovenPhone(input);
  const user = await citizen(input.userId);
  const current = () => ownAccount(tx, app, user);
  await rejectStaleVersion("account", user, input.version, current);
  const values = changedColumns(user, input);
  if (user.tier > 0 && IDENTITY_FIELDS.some((name) => name in values)) throw refuse.conflict(OFFICE, await current());
  if (values.dateOfBirth) refuseUnderAge(values.dateOfBirth);
  const conflictOfContact = await contactConflictForApp(tx, { phone: values.phone, email: values.email }, user.id);
  if (conflictOfContact) throw conflictOfContact;
  const updated = await updateVersionedRecord(tx, users, user.id, values);
  await emitUserWebhook(tx, "user.updated", updated);
  const [before, after] = [auditColumns(user, values), auditColumns(updated, values)];
  audit({ record: userRecordRef(updated), before, after: { ...after, changed: Object.keys(values) } });
  return ownAccount(tx, app, updated);
}

const IDENTITY_FIELDS = ["firstName", "middleName", "lastName", "dateOfBirth"] as const;
const OFFICE =
  "Names and date of birth are those of an approved identity. The citizen has to contact the office to have them changed.";

/** Rejects an unverified phone number and a verification time in the future. @throws 400 */
function refuseUnprovenPhone({ phone, phone_verified_at: at }: Changes): void {
  const badVerifiedAt = (message: string) => refuse.badInput(message, { phone_verified_at: message });
  if (phone && !at) throw badVerifiedAt("Send when the citizen proved that the new number is theirs.");
  if (at && Date.parse(at) > Date.now() + MAX_CLOCK_SKEW_MS) throw badVerifiedAt("This moment lies in the future.");
}

/** Tolerance in ms for the clock of the app's server. */
const MAX_CLOCK_SKEW_MS = 5 * 60_000;

/** Returns the columns whose new value differs from the stored value. */
function changedColumns(user: UserRecord, input: Changes) {
  const sentColumns = {
    firstName: input.first_name?.trim(),
    middleName: input.middle_name?.trim(),
    lastName: input.last_name?.trim(),
    dateOfBirth: input.date_of_birth,
    phone: input.phone,
    phoneVerifiedAt: input.phone_verified_at === undefined ? undefined : new Date(input.phone_verified_at),
    email: input.email,
    address: input.address?.trim().normalize("NFC"),
    lga: input.lga,
    language: input.language,
  };
  const isDifferent = ([name, value]: [string, unknown]) =>
    value !== undefined && String(value) !== String(user[name as keyof typeof sentColumns]);
  return Object.fromEntries(Object.entries(sentColumns).filter(isDifferent)) as {
    [K in keyof typeof sentColumns]?: Exclude<(typeof sentColumns)[K], undefined>;
  };
}
type ChangedColumns = ReturnType<typeof changedColumns>;

/** Returns the audit values: last digits of a phone number; for email and address only that they changed. */
function auditColumns(user: UserRecord, changes: ChangedColumns) {
  const auditValues: Record<string, string | null> = {
    firstName: user.firstName,
    middleName: user.middleName,
    lastName: user.lastName,
    dateOfBirth: user.dateOfBirth,
    lga: user.lga,
    language: user.language,
    phone: `…${user.phone.slice(-4)}`,
  };
  return Object.fromEntries(
    Object.entries(auditValues)
      .filter(([name]) => name in changes)
      .map(([name, value]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]),
  );
}

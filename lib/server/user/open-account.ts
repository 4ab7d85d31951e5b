import "server-only";
import { and, eq, ne, or } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import { SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import type { newAccount, OwnAccount } from "@/lib/contract/user.app";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { isAdult } from "@/lib/server/base/time";
import type { Transaction } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { findAccountByExternalId, ownAccount } from "./own-account";
import { userRecordRef } from "./single";
import type { UserRecord } from "./status";

type NewAccount = z.output<typeof newAccount>;

/**
 * Opens an account with a wallet at tier 0. A repeated call with the same external id and data returns the existing account.
 * @throws 400 under 18; 409 with `current` for other data under a known external id; 409 if another account, which is not named,
 * has the phone number or email address
 */
export async function openAccount(context: WriteContext, input: NewAccount): Promise<OwnAccount> {
  const { tx, app, citizen, audit } = context;
  refuseUnderAge(input.date_of_birth);
  const values = accountColumns(input);
  const [created] = await tx
    .insert(users)
    .values({ id: uuid(), ...values, app: app.name, externalId: input.external_id, joinedAt: new Date() })
    .onConflictDoNothing()
    .returning();
  const user = created ?? (await findAccountByExternalId(tx, app, input.external_id));
  if (!user) throw (await contactConflictForApp(tx, values)) ?? refuse.conflict(CONTACT_JUST_RELEASED_MESSAGE);
  if (!created && user.status === "closed") throw refuse.conflict(CLOSED_MESSAGE, await ownAccount(tx, app, user));
  // Sets the citizen as the actor of the audit row.
  await citizen(user.id);
  if (!created && !hasValues(user, values)) throw refuse.conflict(OTHER_DATA_MESSAGE, await ownAccount(tx, app, user));
  audit({
    record: userRecordRef(user),
    after: { step: created ? "account opened" : "account found", app: app.name, external_id: input.external_id },
  });
  return ownAccount(tx, app, user);
}

/** Refusal if the conflicting account was closed concurrently, which released its phone number and email address. */
export const CONTACT_JUST_RELEASED_MESSAGE =
  "Another account had this phone number or email address until now. Send the request again.";
const CLOSED_MESSAGE = "The account of this external_id is closed. A new account needs another external_id.";
const OTHER_DATA_MESSAGE =
  "There is an account with this external_id and other data. Compare it with `current`, and change it by PATCH if it is outdated.";

/** Rejects people under 18. @throws 400 */
export function refuseUnderAge(dateOfBirth: string): void {
  if (isAdult(dateOfBirth, new Date())) return;
  const message = "An account can be opened from the age of 18.";
  throw refuse.badInput(message, { date_of_birth: message });
}

/** Returns the column values of a new account, with trimmed texts and composed (NFC) letters. */
export const accountColumns = (input: Omit<NewAccount, "external_id">) => ({
  firstName: input.first_name.trim().normalize("NFC"),
  middleName: input.middle_name.trim().normalize("NFC"),
  lastName: input.last_name.trim().normalize("NFC"),
  phone: input.phone,
  email: input.email,
  dateOfBirth: input.date_of_birth,
  gender: input.gender,
  lga: input.lga,
  address: input.address.trim().normalize("NFC"),
  language: input.language ?? SOURCE_LANGUAGE,
});
type AccountColumns = ReturnType<typeof accountColumns>;

const hasValues = (user: UserRecord, values: AccountColumns) =>
  Object.entries(values).every(([name, value]) => user[name as keyof AccountColumns] === value);

/** Returns a 409 that mentions the taken field (phone or email) but not its owner; null if neither is taken. @param userId own account */
export async function contactConflictForApp(
  tx: Transaction,
  { phone, email }: { phone?: string; email?: string | null },
  userId?: string,
) {
  if (!phone && !email) return null;
  const sameContacts = await tx
    .select({ phone: users.phone, email: users.email })
    .from(users)
    .where(
      and(
        or(phone ? eq(users.phone, phone) : undefined, email ? eq(users.email, email) : undefined),
        ne(users.status, "closed"),
        userId ? ne(users.id, userId) : undefined,
      ),
    );
  if (!sameContacts.length) return null;
  const isPhone = sameContacts.some((other) => other.phone === phone);
  const contactName = isPhone ? "phone number" : "email address";
  return refuse.conflict(`Another account has this ${contactName}. Use another one, or contact the office.`);
}

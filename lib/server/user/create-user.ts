import "server-only";
import { and, eq, ne, or } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type { newUser, UserSingle } from "@/lib/contract/user";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { Refusal, refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { users } from "@/lib/server/db/schema/user";
import { findSimilar } from "./find-similar";
import { accountColumns, refuseUnderAge, SEND_AGAIN_MESSAGE } from "./open-account";
import { userRecord, userSingle } from "./single";
import type { UserRecord } from "./status";

/**
 * Opens an account for a person at the counter, with the same rules as for the app.
 * @throws 400 under 18; 409 if another account has the phone number or email address; 409 with similar accounts as
 * `current` unless `not_same_as` lists them all
 */
export async function createUser(
  { tx, admin, audit }: WriteContext,
  input: z.output<typeof newUser>,
): Promise<UserSingle> {
  refuseUnderAge(input.date_of_birth);
  const values = accountColumns(input);
  const similar = await findSimilar(tx, values, input.identity_number);
  const samePhone = similar.find(({ reason }) => reason === "phone");
  if (samePhone) throw refuse.conflict(`${samePhone.name}'s account has this phone number.`, similar);
  if (similar.some(({ id }) => !input.not_same_as.includes(id))) throw refuse.conflict(COMPARE_FIRST, similar);
  const [user] = await tx
    .insert(users)
    .values({ id: uuid(), ...values, joinedAt: new Date() })
    .onConflictDoNothing()
    .returning();
  if (!user) throw await contactTakenError(tx, values);
  audit({
    record: userRecord(user),
    after: {
      step: "account opened at the desk",
      ...(similar.length && { compared: similar.map(({ id, name }) => ({ id, name })) }),
    },
  });
  return userSingle(tx, user.id, admin.rights);
}

/** Returns an error that names the account with this phone number or email address. Only for admins. */
async function contactTakenError(tx: Transaction, { phone, email }: Pick<UserRecord, "phone" | "email">) {
  const [sameContact] = await tx
    .select()
    .from(users)
    .where(and(ne(users.status, "closed"), or(eq(users.phone, phone), email ? eq(users.email, email) : undefined)));
  if (!sameContact) return refuse.conflict(SEND_AGAIN_MESSAGE);
  const [field, contactName] =
    sameContact.phone === phone ? (["phone", "phone number"] as const) : (["email", "email address"] as const);
  const message = `${fullName(sameContact)}'s account has this ${contactName}. Use another one.`;
  return new Refusal(409, "CONFLICT", message, { fields: { [field]: message } });
}

const COMPARE_FIRST = "There are accounts that may be the same person's. Compare them before you open another one.";

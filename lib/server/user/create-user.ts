import "server-only";
import { v7 as uuid } from "uuid";
import type { z } from "zod";
import type { newUser, UserDetails } from "@/lib/contract/user";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { users } from "@/lib/server/db/schema/user";
import { contactConflictForAdmin } from "./contact-taken";
import { findSimilarUsers } from "./find-similar";
import { accountColumns, CONTACT_JUST_RELEASED_MESSAGE, refuseUnderAge } from "./open-account";
import { readUserDetails, userRecordRef } from "./single";

/**
 * Opens an account for a person at the counter, with the same rules as for the app.
 * @throws 400 under 18; 409 if another account has the phone number or email address; 409 with similar accounts as
 * `current` unless `not_same_as` lists them all
 */
export async function createUser(
  { tx, admin, audit }: WriteContext,
  input: z.output<typeof newUser>,
): Promise<UserDetails> {
  refuseUnderAge(input.date_of_birth);
  const values = accountColumns(input);
  const similar = await findSimilarUsers(tx, values, input.identity_number);
  const samePhone = similar.find(({ reason }) => reason === "phone");
  if (samePhone) throw refuse.conflict(`${samePhone.name}'s account has this phone number.`, similar);
  if (similar.some(({ id }) => !input.not_same_as.includes(id))) throw refuse.conflict(COMPARE_FIRST, similar);
  const [user] = await tx
    .insert(users)
    .values({ id: uuid(), ...values, joinedAt: new Date() })
    .onConflictDoNothing()
    .returning();
  if (!user) throw (await contactConflictForAdmin(tx, values)) ?? refuse.conflict(CONTACT_JUST_RELEASED_MESSAGE);
  audit({
    record: userRecordRef(user),
    after: {
      step: "account opened at the desk",
      ...(similar.length && { compared: similar.map(({ id, name }) => ({ id, name })) }),
    },
  });
  return readUserDetails(tx, user.id, admin.rights);
}

const COMPARE_FIRST = "There are accounts that may be the same person's. Compare them before you open another one.";

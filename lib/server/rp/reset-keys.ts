import "server-only";
import { rpRoutes } from "@/lib/contract/rp.routes";
import { removeSignInKeys } from "@/lib/server/account/change-keys";
import { fullName, type WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { endSessions } from "@/lib/server/auth/session";
import { admins } from "@/lib/server/db/schema/admin";
import { signInKeysResetMail } from "@/lib/server/mail/account-mails";
import { queueMail } from "@/lib/server/outbox/queue";
import { adminRecordRef } from "@/lib/server/records/admin-record";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { lockAdmin, readAdminDetails } from "./read-admins";
import { refuseAdminsWithMoreRights } from "./refuse-more-rights";
import { runRightsChange } from "./rights-transaction";

/**
 * Removes passkeys, authenticator app and recovery codes of an admin who lost them, and ends their sessions. The admin signs in with password and
 * mailed code, and sets up new ones.
 * @throws 403 for oneself and for an admin with more rights; 404; 409 if the admin has none of them
 */
export const resetSignInKeys = (context: WriteContext, adminId: string) =>
  runRightsChange(context, rpRoutes.resetKeys, async ({ tx, own }) => {
    const admin = await lockAdmin(tx, adminId);
    if (admin.id === context.admin.id)
      throw refuse.forbidden(
        "You can't reset your own keys. Remove them on “My account”, or ask another administrator.",
      );
    await refuseAdminsWithMoreRights(tx, admin.id, own);
    if (!(await removeSignInKeys(tx, admin.id))) throw refuse.conflict(`${fullName(admin)} has no keys to reset.`);
    await endSessions(tx, admin.id, "keys");
    await updateVersionedRecord(tx, admins, admin.id, {});
    await queueMail(tx, signInKeysResetMail(admin, fullName(context.admin)));
    context.audit({
      record: adminRecordRef(admin),
      after: { step: "keys removed, sessions ended", email: admin.email },
    });
    return readAdminDetails(tx, admin.id, own);
  });

import { eq } from "drizzle-orm";
import { TOTP } from "otpauth";
import { sessions } from "@/lib/server/db/schema/session";
import { quickHash } from "@/lib/server/testing/quick-hash";
import { makeAdmin, type TestApp } from "./app";
import { makePasskeyDevice } from "./passkey-device";

/** Password of the admins of `makeAdminWithPassword`. */
export const PASSWORD = "okra on the veranda at noon";
type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;

/** Returns functions that call the API of an admin's own account, as the screens do. @param admin default caller */
export function ownAccountCalls(app: TestApp, admin: TestAdmin) {
  const call = (method: string, path: string, body?: object, caller: { token: string } = admin) =>
    app.call(method, `/auth/admin/${path}`, { token: caller.token, body });
  return {
    call,
    proof: async () => (await call("GET", "proof")).json.data,
    keys: async () => (await call("GET", "keys")).json.data,
    /** Makes the admin's sessions lose their recent proof of identity. */
    forgetProof: () => app.db.update(sessions).set({ provedAt: null }).where(eq(sessions.adminId, admin.id)),
    mailed: async () => (await app.mails()).at(-1),
    lastDone: async () => (await app.audit(admin.id)).find(({ outcome }) => outcome === "done"),
    async addPasskey(device = makePasskeyDevice(), name = "Work laptop") {
      const { reference, options } = (await call("POST", "keys/passkey-challenge", {})).json.data;
      const addAnswer = await call("POST", "keys/passkeys", { reference, name, credential: device.create(options) });
      return { device, added: addAnswer };
    },
    /**
     * Sets up an authenticator app. The returned `code` gives the code of the current 30-second step, which the setup has already used, or
     * of a later step.
     */
    async addAuthenticator() {
      const { secret, uri } = (await call("POST", "keys/authenticator", {})).json.data;
      const now = Date.now();
      const code = (steps = 0) => totpCodeOf(secret, now + steps * 30_000);
      return { secret, uri, code, confirmed: await call("PATCH", "keys/authenticator", { code: code() }) };
    },
  };
}

/** Returns the code that an authenticator app shows. */
export const totpCodeOf = (secret: string, timestamp = Date.now()) => new TOTP({ secret }).generate({ timestamp });

/** Creates an admin with a password and a session with a recent proof of identity. */
export const makeAdminWithPassword = async (app: TestApp) =>
  makeAdmin(app, { passwordHash: await quickHash(PASSWORD) });

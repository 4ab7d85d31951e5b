import { createCipheriv, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storedIdempotencyKeyOf } from "@/lib/server/api/idempotency";
import {
  decrypt,
  encrypt,
  hashIdentityNumber,
  passkeyChallenges,
  rememberedDeviceSignatures,
  reportCode,
  setupKeys,
} from "@/lib/server/base/secret";
import {
  appSecretState,
  deriveKey,
  replacedKeysOf,
  setAppSecretState,
  toAppSecret,
} from "@/lib/server/base/secret-keys";
import { connectDatabase } from "@/lib/server/db/client";
import { appSecrets } from "@/lib/server/db/schema/app-secret";
import { idempotencyKeys } from "@/lib/server/db/schema/idempotency";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { findReportCode } from "@/lib/server/ireport/find-report-code";
import { requestsWithSameNumber } from "@/lib/server/kyc/find-related";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeIreport } from "@/lib/server/testing/ireports";
import { ownAccountCalls } from "@/lib/server/testing/own-account";
import { changeSettings } from "@/lib/server/testing/settings";
import { findSimilarUsers } from "@/lib/server/user/find-similar";
import { checkAppSecret } from "./check-secret";
import { ENCRYPTED_COLUMNS } from "./columns";
import { refuseInstancesWithoutNewSecret } from "./instances";
import { loadAppSecretState } from "./key-state";
import { previewRotation, rotateSecret } from "./rotate";
import { encryptForStorage, hashForStorage } from "./write-keys";

const FIRST = "the first secret, of 32 characters or more";
const SECOND = "the second secret, of 32 characters or more";
const THIRD = "the third secret, of 32 characters or more";

const settings = changeSettings();
const stateBefore = appSecretState();
let app: TestApp;
const use = (appSecret: string, ...previousAppSecrets: string[]) => {
  Object.assign(settings, { appSecret, previousAppSecrets });
  setAppSecretState(undefined);
};
/** Configures secrets and checks them, as an instance does at its start. */
async function restart(appSecret: string, ...previousAppSecrets: string[]) {
  use(appSecret, ...previousAppSecrets);
  await checkAppSecret(app.db);
}
beforeAll(async () => {
  use(FIRST);
  app = await startTestApp();
});
afterAll(async () => {
  await app.stop();
  setAppSecretState(stateBefore);
});

/** Encrypts as the release before key ids did. */
function encryptWithoutKeyId(plaintext: string, secret: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(toAppSecret(secret), "identity-number"), nonce);
  const body = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

it("encrypted values with and without a key id can be decrypted with each configured secret, and with no other", () => {
  use(FIRST);
  const values = [encrypt("12345678901"), encryptWithoutKeyId("12345678901", FIRST)];
  use(SECOND, FIRST);
  for (const value of values) expect(decrypt(value)).toBe("12345678901");
  use(SECOND);
  for (const value of values) expect(() => decrypt(value)).toThrow("neither APP_SECRET nor in APP_SECRET_PREVIOUS");
});

it("a ciphertext whose key id was changed is not accepted", () => {
  use(SECOND, FIRST);
  const value = encrypt("12345678901", "identity-number", toAppSecret(FIRST));
  Buffer.from(toAppSecret(SECOND).keyId, "hex").copy(value, 8);
  expect(() => decrypt(value)).toThrow();
});

describe("rotation", () => {
  it("a rotation of APP_SECRET converts every value to the new secret while duplicate identity numbers are still found, and adds one audit row", async () => {
    await restart(FIRST);
    const admin = await makeAdmin(app);
    const account = ownAccountCalls(app, admin);
    const authenticator = await account.addAuthenticator();
    const old = await makeKycRequest(app, { identityNumber: encryptWithoutKeyId("12345678901", FIRST) });
    const codes = (await account.call("POST", "keys/recovery-codes", {})).json.data.codes as string[];
    const report = await makeIreport(app, { anonymous: true });
    const code = reportCode(report.id);
    const caller = { kind: "app", id: admin.id } as const;
    const storedKey = await app.db.transaction((tx) => storedIdempotencyKeyOf(tx, caller, "a-key-of-the-app"));
    await app.db.insert(idempotencyKeys).values({ ...storedKey, call: "x", inputHash: "x" });
    const signatures = () => [rememberedDeviceSignatures("x"), setupKeys(), passkeyChallenges("x").map(String)];
    const before = signatures().map(([first]) => first);

    // Instances restart one after the other. Until the rotation begins, all of them write with the first secret.
    await restart(SECOND, FIRST);
    const between = await app.db.transaction((tx) => encryptForStorage(tx, "12345678901"));
    use(FIRST);
    expect(decrypt(between)).toBe("12345678901");
    use(SECOND, FIRST);
    expect(
      (await previewRotation(app.db))
        .filter((column) => column.underOtherSecret)
        .map(({ label, underOtherSecret: n }) => [label, n]),
    ).toEqual([
      ["identity numbers", 1],
      ["authenticator apps", 1],
      ["hashes of identity numbers", 1],
    ]);

    const progress: string[] = [];
    await rotateSecret(app.db, { onProgress: ({ label }) => progress.push(label) });
    expect(progress).toContain("identity numbers");
    // A user with the same number, entered by an instance after the rotation.
    const hash = await app.db.transaction((tx) => hashForStorage(tx, "12345678901"));
    const added = await makeKycRequest(app, { identityNumber: encrypt("12345678901"), identityNumberHash: hash });
    expect((await requestsWithSameNumber(app.db, old)).map(({ id }) => id)).toEqual([added.id]);

    for (const previous of [[FIRST], []]) {
      await restart(SECOND, ...previous);
      const [row] = await app.db.select().from(kycRequests).where(eq(kycRequests.id, old.id));
      expect(decrypt(row?.identityNumber ?? Buffer.alloc(0))).toBe("12345678901");
      expect(row?.identityNumberHash).toBe(hashIdentityNumber("12345678901"));
      const person = { ...(await makeUser(app)), dateOfBirth: "1950-01-01", phone: "+2340000000000" };
      expect((await findSimilarUsers(app.db, person, "12345678901")).map(({ id }) => id).sort()).toEqual(
        [old.userId, added.userId].sort(),
      );
      expect(await app.db.transaction((tx) => findReportCode(tx, report.id))).toBe(code);
      expect((await app.callAsApp("POST", "/reports/follow", { body: { code } })).json.data?.id).toBe(report.id);
      expect(await app.db.transaction((tx) => storedIdempotencyKeyOf(tx, caller, "a-key-of-the-app"))).toEqual(
        storedKey,
      );
    }
    await restart(SECOND, FIRST);
    for (const [place, all] of signatures().entries()) expect(all).toContain(before[place]);
    await restart(SECOND);
    for (const [place, all] of signatures().entries()) expect(all).not.toContain(before[place]);
    const [recoveryCode = ""] = codes;
    await account.forgetProof();
    const proof = { method: "recovery_code", code: recoveryCode };
    expect((await account.call("PATCH", "proof", proof)).status).toBe(200);
    expect((await account.call("PATCH", "proof", proof)).status).toBe(400);
    await account.forgetProof();
    expect(
      (await account.call("PATCH", "proof", { method: "authenticator", code: authenticator.code(1) })).status,
    ).toBe(200);

    const rotations = (await app.audit()).filter(({ action }) => action === "secret.rotate");
    expect(rotations).toMatchObject([
      { before: { keys: toAppSecret(FIRST).keyId }, after: { key: toAppSecret(SECOND).keyId, "identity numbers": 1 } },
    ]);
  });

  it("a rotation of APP_SECRET changes nothing and adds no audit row if it runs again", async () => {
    await restart(SECOND, FIRST);
    const rows = await app.db.select().from(kycRequests);
    const audited = (await app.audit()).length;
    expect((await rotateSecret(app.db)).every(({ underOtherSecret }) => underOtherSecret === 0)).toBe(true);
    expect(await app.db.select().from(kycRequests)).toEqual(rows);
    expect((await app.audit()).length).toBe(audited);
  });

  it("after two rotations of APP_SECRET, numbers that were stored under the first secret are still found", async () => {
    await restart(THIRD, SECOND);
    await rotateSecret(app.db);
    await restart(THIRD);
    const hashes = (await app.db.select().from(kycRequests)).map(({ identityNumberHash }) => identityNumberHash);
    expect(new Set(hashes)).toEqual(new Set([hashIdentityNumber("12345678901")]));
    expect((await app.db.select().from(appSecrets)).map(({ state }) => state).sort()).toEqual([
      "active",
      "retired",
      "retired",
    ]);
  });

  it("during a rotation of APP_SECRET, hashForStorage uses the older key for a number that rows still store under it, otherwise the new key", async () => {
    await restart(THIRD);
    const fourth = "the fourth secret, of 32 characters or more";
    const olderHash = hashIdentityNumber("12345678901");
    use(fourth, THIRD);
    await loadAppSecretState(app.db);
    // Simulates the middle of a rotation: the new secret is active, and the number is not converted yet.
    const replacedKeys = encrypt(
      JSON.stringify(replacedKeysOf(toAppSecret(fourth))),
      "replaced-keys",
      toAppSecret(fourth),
    );
    const hashes: string[] = [];
    const rotation = app.db.transaction(async (tx) => {
      await tx.update(appSecrets).set({ state: "retiring" }).where(eq(appSecrets.state, "active"));
      const { keyId, checkValue } = toAppSecret(fourth);
      await tx.insert(appSecrets).values({ keyId, checkValue, position: 9, state: "active", replacedKeys });
      hashes.push(await hashForStorage(tx, "12345678901"), await hashForStorage(tx, "a number that no row has"));
      tx.rollback();
    });
    await expect(rotation).rejects.toThrow("Rollback");
    expect(hashes).toEqual([olderHash, expect.stringMatching(`^${toAppSecret(fourth).keyId}:[0-9a-f]{64}$`)]);
  });

  it("a rotation of APP_SECRET reports a value that no secret decrypts, and completes the others", async () => {
    await restart(THIRD);
    const broken = await makeKycRequest(app, { identityNumber: randomBytes(40) });
    const fifth = "the fifth secret, of 32 characters or more";
    await restart(fifth, THIRD);
    await expect(rotateSecret(app.db)).rejects.toThrow(
      `identity numbers (1). Neither APP_SECRET nor APP_SECRET_PREVIOUS decrypts kyc_requests ${broken.id}.`,
    );
    await app.db
      .update(kycRequests)
      .set({ identityNumber: encrypt("1") })
      .where(eq(kycRequests.id, broken.id));
    await rotateSecret(app.db);
    await restart(fifth);
  });

  it("a rotation of APP_SECRET refuses a secret that was used before, and one whose predecessor is missing", async () => {
    use(SECOND, "the fifth secret, of 32 characters or more");
    await expect(rotateSecret(app.db)).rejects.toThrow("already used and replaced");
    use("the sixth secret, of 32 characters or more");
    await expect(rotateSecret(app.db)).rejects.toThrow("APP_SECRET_PREVIOUS lacks a secret");
  });

  it("a rotation of APP_SECRET refuses to begin while a running instance does not know the new secret", async () => {
    use("the sixth secret, of 32 characters or more", "the fifth secret, of 32 characters or more");
    const informed = connectDatabase(app.url, 1);
    await informed.db.execute("select 1");
    use("the fifth secret, of 32 characters or more");
    const uninformed = connectDatabase(app.url, 1);
    await uninformed.db.execute("select 1");
    use("the sixth secret, of 32 characters or more", "the fifth secret, of 32 characters or more");
    const refusal = "An instance that does not know this APP_SECRET";
    await expect(refuseInstancesWithoutNewSecret(informed.db)).rejects.toThrow(refusal);
    await Promise.all([informed.pool.end(), uninformed.pool.end()]);
  });
});

it("ENCRYPTED_COLUMNS lists every encrypted column of the schema", async () => {
  const { rows } = await app.db.execute<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' order by 1`,
  );
  const plain = ["admin_passkeys.public_key", "app_keys.digest", "app_secrets.replaced_keys", "files.bytes"];
  const encrypted = ENCRYPTED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  expect(rows.map(({ name }) => name).filter((name) => !name.endsWith(".thumbnail"))).toEqual(
    [...encrypted, ...plain].sort(),
  );
});

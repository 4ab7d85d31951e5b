import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { encrypt } from "@/lib/server/base/secret";
import { appSecretState, setAppSecretState, toAppSecret } from "@/lib/server/base/secret-keys";
import { connectDatabase } from "@/lib/server/db/client";
import { appSecrets } from "@/lib/server/db/schema/app-secret";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { makeKycRequest, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { changeSettings } from "@/lib/server/testing/settings";
import { checkAppSecret } from "./check-secret";
import { rotateSecret } from "./rotate";

const FIRST = "the first secret, of 32 characters or more";
const SECOND = "the second secret, of 32 characters or more";

const settings = changeSettings();
let app: TestApp;
let dataDir: string;
beforeAll(async () => {
  app = await startTestApp();
  dataDir = mkdtempSync(path.join(tmpdir(), "secret-test-"));
});
afterAll(async () => {
  await app.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
const stateBefore = appSecretState();
beforeEach(() => use(FIRST));
afterEach(async () => {
  await app.db.delete(appSecrets);
  await app.db.delete(kycRequests).catch(() => app.db.execute("truncate kyc_requests cascade"));
  setAppSecretState(stateBefore);
});

function use(appSecret: string | undefined, ...previousAppSecrets: string[]) {
  Object.assign(settings, { appSecret, previousAppSecrets, dataDir });
  setAppSecretState(undefined);
}
const start = () => checkAppSecret(app.db);

it("the server's first start stores a check value that does not contain APP_SECRET; later starts accept the same APP_SECRET", async () => {
  await start();
  await start();
  const rows = await app.db.select().from(appSecrets);
  expect(rows).toMatchObject([{ position: 1, state: "active", keyId: toAppSecret(FIRST).keyId, untaggedUntil: null }]);
  expect(JSON.stringify(rows)).not.toContain(FIRST);
});

it("a start with another APP_SECRET is refused with one sentence that names the setting", async () => {
  await start();
  use(SECOND);
  await expect(start()).rejects.toThrow(
    /^APP_SECRET is not the secret that this database was set up with\. Set APP_SECRET/,
  );
});

it("of two instances with different APP_SECRETs, only one starts on a new database", async () => {
  for (let round = 0; round < 10; round++) {
    await app.db.delete(appSecrets);
    const { keyId, checkValue } = toAppSecret(SECOND);
    const other = app.db
      .insert(appSecrets)
      .values({ keyId, checkValue, position: 1, state: "active" })
      .onConflictDoNothing()
      .returning();
    const [own, others] = await Promise.allSettled([start(), other]);
    const isOtherFirst = others.status === "fulfilled" && others.value.length === 1;
    expect(own.status).toBe(isOtherFirst ? "rejected" : "fulfilled");
    expect(await app.db.select().from(appSecrets)).toHaveLength(1);
  }
});

it("an installation without APP_SECRET gets a secret file; without that file it refuses to start instead of creating another", async () => {
  use(undefined);
  await start();
  const file = path.join(dataDir, "secret");
  rmSync(file);
  await expect(start()).rejects.toThrow(`APP_SECRET is not set and ${file} is missing. Restore that file`);
  expect(existsSync(file)).toBe(false);
  writeFileSync(file, SECOND);
  await expect(start()).rejects.toThrow(`The secret in ${file} is not the secret`);
  rmSync(file);
});

it("a start is refused if APP_SECRET can't decrypt the values in a database of an earlier release", async () => {
  await makeKycRequest(app, { identityNumber: encrypt("12345678901", "identity-number", toAppSecret(FIRST)) });
  use(SECOND);
  await expect(start()).rejects.toThrow("APP_SECRET is not the secret that encrypted the values");
  expect(await app.db.select().from(appSecrets)).toEqual([]);
});

it("for an hour after the upgrade of a database with data, new ciphertexts have the format that the earlier release can read", async () => {
  await makeKycRequest(app);
  await start();
  expect(encrypt("12345678901").subarray(0, 8).toString("latin1")).not.toBe("crp-key:");
  await app.db.update(appSecrets).set({ untaggedUntil: new Date(Date.now() - 1) });
  await start();
  expect(encrypt("12345678901").subarray(0, 8).toString("latin1")).toBe("crp-key:");
});

it("a start without APP_SECRET_PREVIOUS is refused while values encrypted with it remain; the error has their number", async () => {
  await makeKycRequest(app);
  await start();
  use(SECOND, FIRST);
  await start();
  await rotateSecret(app.db);
  await makeKycRequest(app, { identityNumber: encrypt("12345678901", "identity-number", toAppSecret(FIRST)) });
  await app.db
    .update(appSecrets)
    .set({ state: "retiring" })
    .where(eq(appSecrets.keyId, toAppSecret(FIRST).keyId));
  use(SECOND);
  const message = /still under the previous one: identity numbers \(1\)\. Set APP_SECRET_PREVIOUS/;
  await expect(start()).rejects.toThrow(message);
  // Locks a table to make counting slow, as in large tables.
  const { db, pool } = connectDatabase(app.url, 1, 0);
  await db.execute("set statement_timeout = 100");
  const lock = app.db.transaction(async (tx) => {
    await tx.execute("lock table kyc_requests in access exclusive mode");
    const starting = checkAppSecret(db).catch((error: unknown) => error);
    await delay(400);
    return { starting };
  });
  expect(await (await lock).starting).toMatchObject({ message: expect.stringMatching(message) });
  await pool.end();
});

it("after a rotation, a start with the replaced APP_SECRET is refused, and one with only the new APP_SECRET is accepted", async () => {
  await makeKycRequest(app);
  await start();
  use(SECOND, FIRST);
  await start();
  await rotateSecret(app.db);
  use(FIRST);
  await expect(start()).rejects.toThrow(
    /^This APP_SECRET was replaced by another one at .* Set APP_SECRET to the newer one/,
  );
  use(SECOND);
  await start();
});

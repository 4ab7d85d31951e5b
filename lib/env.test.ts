import { createHash, generateKeyPairSync, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
const ACCOUNT_FILE = {
  type: "service_account",
  project_id: "p",
  private_key_id: "1",
  private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
  client_email: "push@p.example",
};
const FIREBASE_VARIABLES = {
  FIREBASE_API_KEY: "k",
  FIREBASE_PROJECT_ID: "p",
  FIREBASE_APP_ID: "a",
  FIREBASE_MESSAGING_SENDER_ID: "m",
  FIREBASE_VAPID_KEY: "v",
};

/** Returns the environment of a fresh module instance with these variables. */
async function loadEnv(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  vi.resetModules();
  return (await import("./env")).env();
}

beforeEach(() => {
  vi.unstubAllEnvs();
  for (const name of [...Object.keys(FIREBASE_VARIABLES), "FIREBASE_SERVICE_ACCOUNT"]) vi.stubEnv(name, "");
});

describe("env: push", () => {
  it("leaves push unconfigured without the FIREBASE settings", async () => {
    expect(await loadEnv({})).toMatchObject({ firebase: undefined, firebaseServiceAccount: undefined });
  });

  it("returns the public push settings for browsers, and the default URLs of Google's API", async () => {
    expect(await loadEnv(FIREBASE_VARIABLES)).toMatchObject({
      firebase: { api_key: "k", project_id: "p", app_id: "a", messaging_sender_id: "m", vapid_key: "v" },
      firebaseTokenUrl: "https://oauth2.googleapis.com/token",
      firebaseSendUrl: "https://fcm.googleapis.com",
    });
  });

  it("reports each missing public push setting if other push settings are set", async () => {
    await expect(loadEnv({ ...FIREBASE_VARIABLES, FIREBASE_APP_ID: "", FIREBASE_VAPID_KEY: "" })).rejects.toThrow(
      /FIREBASE_APP_ID is missing.*FIREBASE_VAPID_KEY is missing/,
    );
  });

  it.each([
    ["as it is", JSON.stringify(ACCOUNT_FILE)],
    ["over several lines", `\n${JSON.stringify(ACCOUNT_FILE, null, 2)}\n`],
    ["in base64", Buffer.from(JSON.stringify(ACCOUNT_FILE)).toString("base64")],
  ])("reads the JSON of the push service account %s", async (_title, value) => {
    const account = (await loadEnv({ FIREBASE_SERVICE_ACCOUNT: value })).firebaseServiceAccount;
    expect(account).toMatchObject({ projectId: "p", clientEmail: "push@p.example", privateKeyId: "1" });
    const signature = account && sign("sha256", Buffer.from("text"), account.privateKey);
    expect(signature && verify("sha256", Buffer.from("text"), publicKey, signature)).toBe(true);
  });

  it.each([
    ["not JSON", "secret-text"],
    ["half of it", JSON.stringify(ACCOUNT_FILE).slice(0, 90)],
    ["without a key", JSON.stringify({ ...ACCOUNT_FILE, private_key: undefined })],
    ["with a broken key", JSON.stringify({ ...ACCOUNT_FILE, private_key: "secret-text" })],
  ])("rejects a push service account that is %s, without quoting it", async (_name, value) => {
    const failure = await loadEnv({ FIREBASE_SERVICE_ACCOUNT: value }).catch((error: Error) => error.message);
    expect(failure).toMatch(/FIREBASE_SERVICE_ACCOUNT must be the JSON file of a service account/);
    expect(failure).not.toMatch(/secret-text|PRIVATE KEY|push@p/);
  });

  it("rejects a push service account whose project is not the configured Firebase project", async () => {
    const otherAccount = JSON.stringify({ ...ACCOUNT_FILE, project_id: "other" });
    await expect(loadEnv({ ...FIREBASE_VARIABLES, FIREBASE_SERVICE_ACCOUNT: otherAccount })).rejects.toThrow(
      /another project/,
    );
  });
});

describe("env: the citizen app's keys", () => {
  const [firstKey, secondKey] = ["first-key-".repeat(4), "second-key".repeat(4)];

  it("stores the citizen app's keys as digests by name, up to two keys per name; by default there are no keys", async () => {
    expect((await loadEnv({ APP_API_KEYS: "" })).appKeys).toEqual([]);
    const { appKeys } = await loadEnv({ APP_API_KEYS: `city-app:${firstKey}, city-app:${secondKey}` });
    const digests = [firstKey, secondKey].map((key) => createHash("sha256").update(key).digest());
    expect(appKeys).toEqual(digests.map((digest) => ({ name: "city-app", digest })));
  });

  it.each([
    ["is too short", `app:${firstKey.slice(0, 31)}`],
    ["has other signs", `app:${firstKey}!`],
    ["has no name", firstKey],
    ["has a name of other signs", `App:${firstKey}`],
    ["is there twice", `a:${firstKey},b:${firstKey}`],
  ])(
    "the server refuses to start if a key of the citizen app %s, and its error does not quote the key",
    async (_reason, value) => {
      const failedLoad = loadEnv({ APP_API_KEYS: value });
      await expect(failedLoad).rejects.toThrow(/APP_API_KEYS/);
      await expect(failedLoad).rejects.not.toThrow(new RegExp(firstKey.slice(0, 10)));
    },
  );
});

describe("env: API documents", () => {
  it("anyone may read the API documents by default", async () => {
    expect(await loadEnv({})).toMatchObject({ apiDocs: "open" });
    expect(await loadEnv({ API_DOCS: "" })).toMatchObject({ apiDocs: "open" });
    expect(await loadEnv({ API_DOCS: "signed-in" })).toMatchObject({ apiDocs: "signed-in" });
    await expect(loadEnv({ API_DOCS: "closed" })).rejects.toThrow(/API_DOCS must be open, signed-in or off/);
  });
});

describe("env: KYC", () => {
  it("by default, releases KYC claims after a day and shows the figures of each officer to team leads", async () => {
    expect(await loadEnv({})).toMatchObject({ kycReleaseHours: 24, kycFigures: "lead" });
    expect(await loadEnv({ KYC_RELEASE_HOURS: "0", KYC_FIGURES: "own" })).toMatchObject({
      kycReleaseHours: 0,
      kycFigures: "own",
    });
  });

  it.each([
    ["KYC_RELEASE_HOURS", "-1"],
    ["KYC_RELEASE_HOURS", "soon"],
    ["KYC_FIGURES", "nobody"],
  ])("rejects the KYC setting %s=%s", async (name, value) => {
    await expect(loadEnv({ [name]: value })).rejects.toThrow(name);
  });
});

it("docs/operations.md documents every environment variable, and no other", () => {
  const declaredNames = [...readFileSync("lib/env.ts", "utf8").matchAll(/^ {2}([A-Z][A-Z_]+): optional/gm)].map(
    ([, name]) => name,
  );
  const page = readFileSync("docs/operations.md", "utf8");
  const rows = page.slice(page.indexOf("## Settings"), page.indexOf("## The first administrators"));
  const documentedNames = rows
    .split("\n")
    .flatMap((line) => [...(/^\| (`.*?`) \|/.exec(line)?.[1] ?? "").matchAll(/`([A-Z_]+)`/g)])
    .map(([, name]) => name);
  // Excludes variables that only Vercel or tests set.
  const ownNames = declaredNames.filter(
    (name) => !/^(VERCEL|VERCEL_ENV|FIREBASE_TOKEN_URL|FIREBASE_SEND_URL|PAYSTACK_URL)$/.test(name ?? ""),
  );
  expect(documentedNames.sort()).toEqual(ownNames.sort());
  expect(ownNames.length).toBeGreaterThan(30);
});

it("a server migrates the database when it starts, except a preview on Vercel without MIGRATE_ON_START=on", async () => {
  expect(await loadEnv({})).toMatchObject({ migrateOnStart: true });
  expect(await loadEnv({ VERCEL_ENV: "production" })).toMatchObject({ migrateOnStart: true });
  expect(await loadEnv({ VERCEL_ENV: "preview" })).toMatchObject({ migrateOnStart: false });
  expect(await loadEnv({ MIGRATE_ON_START: "on" })).toMatchObject({ migrateOnStart: true });
  expect(await loadEnv({ VERCEL_ENV: "production", MIGRATE_ON_START: "off" })).toMatchObject({ migrateOnStart: false });
});

it("the database pool has ten connections (three on Vercel) unless DATABASE_POOL_SIZE is set", async () => {
  expect((await loadEnv({ VERCEL: "" })).databasePoolSize).toBe(10);
  expect((await loadEnv({ VERCEL: "1" })).databasePoolSize).toBe(3);
  expect((await loadEnv({ VERCEL: "1", DATABASE_POOL_SIZE: "1" })).databasePoolSize).toBe(1);
});

import { afterEach, describe, expect, it, vi } from "vitest";
import { databaseNameOf, isPostgresUrl } from "./postgres-url";
import { SETTING_EXAMPLES } from "./setting-examples";
import type { SettingsError } from "./setting-faults";

afterEach(() => vi.unstubAllEnvs());

/** Loads a fresh instance of lib/env.ts with these variables. */
async function loadEnv(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  vi.resetModules();
  return import("@/lib/env");
}

/** Returns the error messages of lib/env.ts for an environment with these variables. */
async function faultsOf(variables: Record<string, string>): Promise<readonly string[]> {
  const { env } = await loadEnv(variables);
  try {
    env();
    return [];
  } catch (error) {
    return (error as SettingsError).faults;
  }
}

describe("messages about invalid settings", () => {
  it.each([
    ["DATABASE_POOL_SIZE", "many", "must be a whole number from 1 to 200, not “many”. Example: DATABASE_POOL_SIZE=10"],
    ["DATABASE_POOL_SIZE", "1.5", "must be a whole number from 1 to 200, not “1.5”. Example: DATABASE_POOL_SIZE=10"],
    ["SESSION_IDLE_HOURS", "100", "must be a number from 0.25 to 72, not “100”. Example: SESSION_IDLE_HOURS=8"],
    ["PORT", "99999", "must be a whole number from 0 to 65535, not “99999”. Example: PORT=3000"],
    ["TIMERS", "true", "must be on or off, not “true”. Example: TIMERS=on"],
    ["LOG_LEVEL", "loud", "must be fatal, error, warn, info, debug or silent, not “loud”. Example: LOG_LEVEL=info"],
    ["APP_SECRET", "too-short", "must have at least 32 characters. Example: the output of `openssl rand -base64 32`"],
    ["CRON_SECRET", "too-short", "must have at least 32 characters. Example: the output of `openssl rand -base64 32`"],
    [
      "APP_ORIGIN",
      "https://a.example/b",
      "must end after the host and port, without a path. Example: APP_ORIGIN=https://office.example",
    ],
    [
      "FILES_BUCKET_URL",
      "https://s3.example/",
      "must name the bucket after the host. Example: FILES_BUCKET_URL=https://s3.example/office-files",
    ],
    [
      "MAIL_FROM",
      "not-a-mail",
      "must be one email address, or a name with the address in < >. Example: MAIL_FROM=Cross River Pay <no-reply@office.example>",
    ],
    [
      "KYC_FIGURES",
      "le\u200bad",
      "has an invisible character (U+200B) at position 3; type the value again. Example: KYC_FIGURES=lead",
    ],
  ])("returns an error message with an example for the setting %s=%s", async (name, value, sentence) => {
    expect(await faultsOf({ [name]: value })).toContain(`${name} ${sentence}`);
  });

  it("returns one error message for each invalid setting", async () => {
    const faults = await faultsOf({ PORT: "99999.5", TIMERS: "yes" });
    expect(faults.map((fault) => fault.split(" ")[0])).toEqual(["PORT", "TIMERS"]);
  });

  it("quotes no value that may be a secret in error messages about settings", async () => {
    const faults = await faultsOf({
      PORT: "postgres://user:pass@db/x",
      DATABASE_URL: "postgres://user:pass#1@db/x",
      SMTP_URL: "smtp//user:pass@mail",
      APP_SECRET: "pass",
    });
    expect(faults).toHaveLength(4);
    expect(faults.join()).not.toMatch(/pass(?!word)/);
  });
});

it("SETTING_EXAMPLES has a valid value for each setting", async () => {
  const { SETTING_NAMES } = await loadEnv({});
  expect(Object.keys(SETTING_EXAMPLES).sort()).toEqual(
    SETTING_NAMES.filter((name) => !name.startsWith("VERCEL")).sort(),
  );
  const literals = Object.entries(SETTING_EXAMPLES).filter(([, example]) => !example.startsWith("the "));
  for (const [name, example] of literals) {
    const faults = await faultsOf({ [name]: example });
    vi.unstubAllEnvs();
    expect(faults.filter((fault) => fault.startsWith(`${name} `))).toEqual([]);
  }
});

describe("pasted values", () => {
  it("removes spaces and invisible characters around pasted values, except for APP_SECRET", async () => {
    const secret = ` ${"s".repeat(40)}\n`;
    const { env } = await loadEnv({
      APP_ORIGIN: "\u200bhttps://office.example \n",
      KYC_FIGURES: "\ufeffown",
      DATABASE_POOL_SIZE: " 20\u00a0",
      APP_SECRET: secret,
    });
    expect(env()).toMatchObject({
      appOrigin: "https://office.example",
      kycFigures: "own",
      databasePoolSize: 20,
      appSecret: secret,
    });
  });

  it("treats a setting of only spaces as unset", async () => {
    expect((await loadEnv({ DATABASE_POOL_SIZE: " \n" })).env().databasePoolSize).toBe(10);
  });
});

describe("valid settings", () => {
  it.each([
    ["MAIL_FROM", "no-reply@office.example"],
    ["MAIL_FROM", "root@mailhost"],
    ["MAIL_FROM", '"Office, Calabar" <no-reply@office.example>'],
    ["APP_ORIGIN", "https://office.example/"],
    ["APP_ORIGIN", "http://localhost:3000"],
    ["FILES_BUCKET_URL", "http://127.0.0.1:9000/files/"],
    ["DATABASE_URL", "postgres://user:pw@/db?host=/socket"],
    ["DATABASE_URL", "postgresql://user:p%40ss@db.example/office?sslmode=verify-full"],
  ])("accepts the setting %s=%s", async (name, value) => {
    expect((await faultsOf({ [name]: value })).filter((fault) => fault.startsWith(name))).toEqual([]);
  });
});

describe("addresses of PostgreSQL", () => {
  it.each([
    ["postgres://user:pw@/office?host=/var/run/postgresql", "office"],
    ["postgres:///office?host=/var/run/postgresql", "office"],
    ["postgres://user:pw@db.example:6432/office", "office"],
    ["postgresql://db.example", ""],
  ])("accepts the PostgreSQL address %s and returns its database name “%s”", (address, name) => {
    expect(isPostgresUrl(address)).toBe(true);
    expect(databaseNameOf(address)).toBe(name);
  });

  it.each(["postgres://user@?host=/socket", "postgres://user:p#w@db.example/office", "postgres://db.example:x/office"])(
    "rejects the PostgreSQL address %s",
    (address) => {
      expect(isPostgresUrl(address)).toBe(false);
    },
  );
});

it.each([
  ["the same mode, both keys", "live", "live", 2],
  ["different modes, only the current key", "live", "test", 1],
])(
  "uses the previous Paystack key only if it has the mode (test or live) of the current key: %s",
  async (_, current, previous, count) => {
    const keyOf = (mode: string, letter: string) => `sk_${mode}_${letter.repeat(40)}`;
    const keys = [keyOf(current, "a"), keyOf(previous, "b")] as const;
    const { env } = await loadEnv({ PAYSTACK_SECRET_KEY: keys[0], PAYSTACK_SECRET_KEY_PREVIOUS: keys[1] });
    expect(env().paystackSecretKeys).toEqual(keys.slice(0, count));
  },
);

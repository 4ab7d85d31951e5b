import "server-only";
import { createHash, createPrivateKey, type KeyObject } from "node:crypto";
import path from "node:path";
import { z } from "zod";
import { optionalKeyMaterial, optionalVariable } from "@/lib/settings/optional-variable";
import { SettingsError, settingFaults } from "@/lib/settings/setting-faults";
import {
  bucketUrl,
  httpUrl,
  keysOfSameMode,
  mailDomains,
  mailSender,
  originUrl,
  paystackKey,
  postgresUrl,
  previousSecrets,
  smtpUrl,
} from "@/lib/settings/value-schemas";

/** The service account that authenticates pushes: the JSON file from the Firebase console. */
export type ServiceAccount = { projectId: string; clientEmail: string; privateKeyId?: string; privateKey: KeyObject };

const serviceAccountFile = z.object({
  project_id: z.string(),
  client_email: z.string(),
  private_key_id: z.string().optional(),
  private_key: z.string(),
});
/** Parses the account's JSON, or its base64 for deployment forms that accept one line. Errors never quote the secret value. */
const serviceAccount = z.string().transform((rawText, context): ServiceAccount => {
  try {
    const json = rawText.trim().startsWith("{") ? rawText : Buffer.from(rawText, "base64").toString("utf8");
    const file = serviceAccountFile.parse(JSON.parse(json));
    return {
      projectId: file.project_id,
      clientEmail: file.client_email,
      privateKeyId: file.private_key_id,
      privateKey: createPrivateKey(file.private_key),
    };
  } catch {
    context.addIssue("must be the JSON file of a service account, as it is or in base64");
    return z.NEVER;
  }
});

/** A key of the citizen app's server, stored only as a digest. */
export type AppKey = { name: string; digest: Buffer };

/** Parses APP_API_KEYS. Two keys of one name are both valid, so that a key can be replaced without downtime. Errors never quote a key. */
const appKeys = z.string().transform((rawText, context): AppKey[] => {
  const pairs = rawText.split(",").map((pair) => /^([a-z0-9-]{1,40}):([\w-]{32,200})$/.exec(pair.trim()));
  const keys = pairs.flatMap((pair) => (pair?.[1] && pair[2] ? [{ name: pair[1], key: pair[2] }] : []));
  if (keys.length < pairs.length)
    context.addIssue(
      "must be name:key pairs with commas between them; a name is made of a-z, 0-9 and -, a key of 32 to 200 of A-Z, a-z, 0-9, _ and -",
    );
  if (new Set(keys.map(({ key }) => key)).size < keys.length) context.addIssue("has the same key twice");
  return keys.map(({ name, key }) => ({ name, digest: createHash("sha256").update(key).digest() }));
});

const FIREBASE_PUBLIC = [
  "FIREBASE_API_KEY",
  "FIREBASE_PROJECT_ID",
  "FIREBASE_APP_ID",
  "FIREBASE_MESSAGING_SENDER_ID",
  "FIREBASE_VAPID_KEY",
] as const;

const FILES_BUCKET_NAMES = ["FILES_BUCKET_URL", "FILES_BUCKET_KEY_ID", "FILES_BUCKET_SECRET"] as const;

const variablesSchema = z.object({
  DATABASE_URL: optionalVariable(postgresUrl),
  /** URL for `npm run migrate` only, with a role that owns the tables. */
  MIGRATION_DATABASE_URL: optionalVariable(postgresUrl),
  /** URL of a streaming replica, which serves lists, figures and exports. */
  DATABASE_REPLICA_URL: optionalVariable(postgresUrl),
  MIGRATE_ON_START: optionalVariable(z.enum(["on", "off"], "must be on or off")),
  DATABASE_POOL_SIZE: optionalVariable(z.coerce.number().int().min(1).max(200)),
  DATABASE_WAIT_SECONDS: optionalVariable(z.coerce.number().min(1).max(60)),
  DATA_DIR: optionalVariable(z.string()),
  /** Milliseconds until an idle connection is closed; scripts/start.mjs reads it. */
  KEEP_ALIVE_TIMEOUT: optionalVariable(z.coerce.number().int().min(1_000).max(3_600_000)),
  /** Folder of pg_dump and pg_restore, for `npm run backup` and `npm run restore` only. */
  PG_BIN: optionalVariable(z.string()),
  BACKUP_KEY: optionalVariable(z.string().min(32, "must have at least 32 characters")),
  PORT: optionalVariable(z.coerce.number().int().min(0).max(65_535)),
  APP_ORIGIN: optionalVariable(originUrl),
  APP_SECRET: optionalKeyMaterial,
  /** Comma-separated secrets that APP_SECRET replaces, newest first. */
  APP_SECRET_PREVIOUS: optionalVariable(previousSecrets),
  API_BASE_URL: optionalVariable(httpUrl),
  SMTP_URL: optionalVariable(smtpUrl),
  MAIL_FROM: optionalVariable(mailSender),
  TRUSTED_PROXIES: optionalVariable(z.coerce.number().int().min(0).max(10)),
  KYC_TARGET_HOURS: optionalVariable(z.coerce.number().min(1).max(720)),
  KYC_RELEASE_HOURS: optionalVariable(z.coerce.number().min(0).max(720)),
  KYC_FIGURES: optionalVariable(z.enum(["lead", "all", "own"], "must be lead, all or own")),
  /** Limit in whole naira; a larger refund needs a second admin. */
  REFUND_LIMIT: optionalVariable(z.coerce.number().int().min(0).max(1_000_000_000)),
  SLIDES_LIVE_MAX: optionalVariable(z.coerce.number().int().min(1).max(50)),
  BROADCAST_APPROVAL_ABOVE: optionalVariable(z.coerce.number().int().min(0).max(100_000_000)),
  SIMULATED_PROVIDER: optionalVariable(z.enum(["on", "off", "down"], "must be on, off or down")),
  PAYSTACK_SECRET_KEY: optionalVariable(paystackKey),
  PAYSTACK_SECRET_KEY_PREVIOUS: optionalVariable(paystackKey),
  PAYSTACK_URL: optionalVariable(originUrl),
  SIMULATED_CITIZENS: optionalVariable(z.enum(["on", "off"], "must be on or off")),
  API_DOCS: optionalVariable(z.enum(["open", "signed-in", "off"], "must be open, signed-in or off")),
  /** Comma-separated email domains whose admins need no second admin's approval for an invitation. */
  INVITATION_DOMAINS: optionalVariable(mailDomains),
  /** Hours without activity after which an admin has to sign in again. */
  SESSION_IDLE_HOURS: optionalVariable(z.coerce.number().min(0.25).max(72)),
  APP_API_KEYS: optionalVariable(appKeys),
  /** Maximum number of calls per minute to the citizen app's API, for each app. */
  APP_RATE_LIMIT: optionalVariable(z.coerce.number().int().min(1).max(60_000)),
  WEBHOOKS_TO_LOCALHOST: optionalVariable(z.enum(["on", "off"], "must be on or off")),
  /** Bearer token for calls of /api/cron/*. */
  CRON_SECRET: optionalVariable(z.string().min(32, "must have at least 32 characters")),
  /** Bearer token for /api/metrics. */
  METRICS_TOKEN: optionalVariable(z.string().min(32, "must have at least 32 characters")),
  /** Port of the separate metrics server. */
  METRICS_PORT: optionalVariable(z.coerce.number().int().min(1).max(65_535)),
  TIMERS: optionalVariable(z.enum(["on", "off"], "must be on or off")),
  SHUTDOWN_SECONDS: optionalVariable(z.coerce.number().int().min(1).max(3_600)),
  LOG_LEVEL: optionalVariable(z.enum(["fatal", "error", "warn", "info", "debug", "silent"])),
  VERCEL: optionalVariable(z.string()),
  VERCEL_ENV: optionalVariable(z.string()),
  FILES_BUCKET_URL: optionalVariable(bucketUrl),
  FILES_BUCKET_REGION: optionalVariable(z.string()),
  FILES_BUCKET_KEY_ID: optionalVariable(z.string()),
  FILES_BUCKET_SECRET: optionalVariable(z.string()),
  FIREBASE_API_KEY: optionalVariable(z.string()),
  FIREBASE_PROJECT_ID: optionalVariable(z.string()),
  FIREBASE_APP_ID: optionalVariable(z.string()),
  FIREBASE_MESSAGING_SENDER_ID: optionalVariable(z.string()),
  FIREBASE_VAPID_KEY: optionalVariable(z.string()),
  FIREBASE_SERVICE_ACCOUNT: optionalVariable(serviceAccount),
  /** URL of Google's API; a test or proxy may replace it. */
  FIREBASE_TOKEN_URL: optionalVariable(httpUrl),
  FIREBASE_SEND_URL: optionalVariable(originUrl),
});

/** Names of all environment variables that lib/env.ts reads. */
export const SETTING_NAMES = Object.keys(variablesSchema.shape);
/** Settings whose surrounding spaces are part of the value, see `optionalKeyMaterial`. */
export const UNTRIMMED_SETTINGS: readonly string[] = ["APP_SECRET"];

/** Rejects incomplete push or bucket settings, with which pushes and uploads would fail silently. middleware.ts relies on this check. */
const environmentSchema = variablesSchema.superRefine((value, context) => {
  const issue = (name: keyof typeof value, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  const missingNames = FIREBASE_PUBLIC.filter((name) => !value[name]);
  if (missingNames.length < FIREBASE_PUBLIC.length)
    for (const name of missingNames) issue(name, "is missing beside the other FIREBASE_ settings");
  const unsetNames = FILES_BUCKET_NAMES.filter((name) => !value[name]);
  if (unsetNames.length < FILES_BUCKET_NAMES.length)
    for (const name of unsetNames) issue(name, "is missing beside the other FILES_BUCKET_ settings");
  const account = value.FIREBASE_SERVICE_ACCOUNT;
  if (account && value.FIREBASE_PROJECT_ID && account.projectId !== value.FIREBASE_PROJECT_ID)
    issue("FIREBASE_SERVICE_ACCOUNT", "belongs to another project than FIREBASE_PROJECT_ID");
});

function readEnvironment() {
  const parsed = environmentSchema.safeParse(process.env);
  if (!parsed.success) throw new SettingsError(settingFaults(parsed.error.issues, variablesSchema.shape));
  const value = parsed.data;
  return {
    databaseUrl: value.DATABASE_URL,
    /** URL with the role that owns the tables, for `npm run migrate`. */
    migrationDatabaseUrl: value.MIGRATION_DATABASE_URL,
    /** URL of a streaming replica; undefined: all reads use the primary. */
    databaseReplicaUrl: value.DATABASE_REPLICA_URL,
    /** True if a starting server applies pending migrations; false if it refuses to start with pending ones. */
    migrateOnStart: value.MIGRATE_ON_START ? value.MIGRATE_ON_START === "on" : value.VERCEL_ENV !== "preview",
    /**
     * True for a preview deployment on Vercel unless MIGRATE_ON_START is on: previews often share the production database, which they
     * must not migrate.
     */
    neverMigrates: value.VERCEL_ENV === "preview" && value.MIGRATE_ON_START !== "on",
    /** Maximum number of database connections. Lower on Vercel, whose many small instances share the pooler's connections. */
    databasePoolSize: value.DATABASE_POOL_SIZE ?? (value.VERCEL ? 3 : 10),
    /** Total time in seconds that a call may wait for the database before it fails with 503. */
    databaseWaitSeconds: value.DATABASE_WAIT_SECONDS ?? 3,
    dataDir: path.resolve(/* turbopackIgnore: true */ process.cwd(), value.DATA_DIR ?? ".data"),
    /** Folder of pg_dump and pg_restore; undefined: the program looks for them. */
    postgresPrograms: value.PG_BIN,
    /** Key that encrypts backups; undefined: backups are not encrypted. */
    backupKey: value.BACKUP_KEY,
    /** Origin of links in mails; never taken from a request. */
    appOrigin: value.APP_ORIGIN ?? `http://localhost:${value.PORT ?? 3000}`,
    appSecret: value.APP_SECRET,
    /** Secrets that APP_SECRET replaces. Values encrypted with them stay readable, for `npm run rotate-secret` to encrypt again. */
    previousAppSecrets: (value.APP_SECRET_PREVIOUS ?? []).filter((secret) => secret !== value.APP_SECRET),
    /** URL of another service with the same contract, used instead of this app's API. */
    apiBaseUrl: value.API_BASE_URL,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM ?? "Cross River Pay <no-reply@crossriverpay.example>",
    isOnVercel: Boolean(value.VERCEL),
    /** Number of proxies that append to X-Forwarded-For; 0 ignores the header. Vercel overwrites the header. */
    trustedProxies: value.TRUSTED_PROXIES ?? (value.VERCEL ? 1 : 0),
    /** Target of the KYC team: hours from submission to decision. */
    kycTargetHours: value.KYC_TARGET_HOURS ?? 24,
    /** Hours without activity after which an officer's claim of an identity request is released; 0: never. */
    kycReleaseHours: value.KYC_RELEASE_HOURS ?? 24,
    /** Who may see the figures of each officer: admins with the approve right, everybody, or only the officer. */
    kycFigures: value.KYC_FIGURES ?? "lead",
    /** Bucket for files; undefined: files are stored in the database. */
    filesBucket: filesBucketSettings(value),
    /** Refund limit in kobo; a larger refund needs a second admin. */
    refundLimit: (value.REFUND_LIMIT ?? 50_000) * 100,
    /** Maximum number of slides that are live at the same time. */
    slidesLiveMax: value.SLIDES_LIVE_MAX ?? 8,
    /** Number of recipients above which a notification needs a second admin's approval. */
    broadcastApprovalAbove: value.BROADCAST_APPROVAL_ABOVE ?? 1_000,
    /** True if the simulated payment provider reports payments automatically; undefined: only in the demo. */
    simulatedProvider: value.SIMULATED_PROVIDER && value.SIMULATED_PROVIDER !== "off",
    /** True if the simulated payment provider never responds, to rehearse an outage (docs/procedures.md). */
    isSimulatedProviderDown: value.SIMULATED_PROVIDER === "down",
    /** Secret keys of Paystack: the current one, and during a rotation the previous one; empty: Paystack is off. */
    paystackSecretKeys: keysOfSameMode(value.PAYSTACK_SECRET_KEY, value.PAYSTACK_SECRET_KEY_PREVIOUS),
    paystackUrl: value.PAYSTACK_URL ?? "https://api.paystack.co",
    /** True if simulated citizens call the citizen app's API; undefined: only in the demo. */
    simulatedCitizens: value.SIMULATED_CITIZENS && value.SIMULATED_CITIZENS === "on",
    /** Who may read the API documents at /api/v1/docs and /api/v1/openapi.json: anyone, signed-in admins, or nobody. */
    apiDocs: value.API_DOCS ?? "open",
    /** Email domains whose admins are invited without a second admin's approval; undefined: every domain. */
    invitationDomains: value.INVITATION_DOMAINS,
    /** Hours without activity after which an admin has to sign in again; a session lasts at most 3 days. */
    sessionIdleHours: value.SESSION_IDLE_HOURS ?? 8,
    /** Keys of the citizen app's API; if empty, the API refuses all calls. */
    appKeys: value.APP_API_KEYS ?? [],
    /** Maximum number of calls per minute to the citizen app's API, for each app. */
    appRateLimit: value.APP_RATE_LIMIT ?? 600,
    /** True if webhooks may be sent to localhost; undefined: only in development and in the demo. */
    webhooksToLocalhost: value.WEBHOOKS_TO_LOCALHOST && value.WEBHOOKS_TO_LOCALHOST === "on",
    /** Bearer token for calls of /api/cron/*; undefined: these routes are closed. */
    cronSecret: value.CRON_SECRET,
    /** Bearer token for the metrics; undefined: /api/metrics is closed. */
    metricsToken: value.METRICS_TOKEN,
    /** Port on which a second server of this process serves the metrics; undefined: none. */
    metricsPort: value.METRICS_PORT,
    /** True if this process runs scheduled tasks with timers. On Vercel, cron requests run them. */
    timers: value.TIMERS ? value.TIMERS === "on" : !value.VERCEL,
    /** Seconds from SIGTERM until running requests are aborted. */
    shutdownSeconds: value.SHUTDOWN_SECONDS ?? 20,
    logLevel: value.LOG_LEVEL ?? "info",
    /** Public push settings for browsers (contract/push.ts); undefined if push is not configured. */
    firebase: firebaseSettings(value),
    firebaseServiceAccount: value.FIREBASE_SERVICE_ACCOUNT,
    firebaseTokenUrl: value.FIREBASE_TOKEN_URL ?? "https://oauth2.googleapis.com/token",
    firebaseSendUrl: value.FIREBASE_SEND_URL ?? "https://fcm.googleapis.com",
  };
}

function firebaseSettings(value: z.output<typeof environmentSchema>) {
  const [api_key, project_id, app_id, messaging_sender_id, vapid_key] = FIREBASE_PUBLIC.map((name) => value[name]);
  if (!api_key || !project_id || !app_id || !messaging_sender_id || !vapid_key) return undefined;
  return { api_key, project_id, app_id, messaging_sender_id, vapid_key };
}

function filesBucketSettings(value: z.output<typeof environmentSchema>) {
  const [url, keyId, secret] = FILES_BUCKET_NAMES.map((name) => value[name]);
  if (!url || !keyId || !secret) return undefined;
  return { url: url.replace(/\/+$/, ""), region: value.FILES_BUCKET_REGION ?? "us-east-1", keyId, secret };
}

let cachedEnvironment: ReturnType<typeof readEnvironment> | undefined;

/** Returns the validated environment, read once. @throws SettingsError with a sentence for each invalid variable */
export function env() {
  cachedEnvironment ??= readEnvironment();
  return cachedEnvironment;
}

/** Returns true in the demo, set by scripts/launch.mjs only. No environment variable can load demo data. */
export const isDemo = () => (globalThis as { __loadDemoData?: boolean }).__loadDemoData === true;

/** Returns true if the simulated payment provider is on: by setting, or in the demo. */
export const simulatesPaymentProvider = () => env().simulatedProvider ?? isDemo();

/** True if mails, including sign-in codes, are written to files because SMTP is not configured. False in the demo. */
export const isMailUnset = () => !env().smtpUrl && !env().apiBaseUrl && !isDemo();

import "server-only";
import { createHash, createPrivateKey, type KeyObject } from "node:crypto";
import path from "node:path";
import { z } from "zod";

const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);
/** An empty variable counts as unset: that is what a deployment's form leaves behind. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

/** What the server signs with to send pushes: the JSON file that the Firebase console hands out. */
export type ServiceAccount = { projectId: string; clientEmail: string; privateKeyId?: string; privateKey: KeyObject };

const serviceAccountFile = z.object({
  project_id: z.string(),
  client_email: z.string(),
  private_key_id: z.string().optional(),
  private_key: z.string(),
});
/** JSON, or the same in base64 for forms that take one line. What is wrong with it is never repeated: it is a secret. */
const serviceAccount = z.string().transform((raw, context): ServiceAccount => {
  try {
    const json = raw.trim().startsWith("{") ? raw : Buffer.from(raw, "base64").toString("utf8");
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

/** A key of the citizen app's server, as its digest: the key itself goes no further than this file. */
export type AppKey = { name: string; digest: Buffer };

/** Two keys of one name hold at once, so that a key can be changed without a pause. Never repeats what is wrong. */
const appKeys = z.string().transform((raw, context): AppKey[] => {
  const pairs = raw.split(",").map((pair) => /^([a-z0-9-]{1,40}):([\w-]{32,200})$/.exec(pair.trim()));
  const keys = pairs.flatMap((pair) => (pair?.[1] && pair[2] ? [{ name: pair[1], key: pair[2] }] : []));
  if (keys.length < pairs.length)
    context.addIssue(
      "must be name:key pairs with commas between them; a name is made of a-z, 0-9 and -, a key of 32 to 200 of A-Z, a-z, 0-9, _ and -",
    );
  if (new Set(keys.map(({ key }) => key)).size < keys.length) context.addIssue("has the same key twice");
  return keys.map(({ name, key }) => ({ name, digest: createHash("sha256").update(key).digest() }));
});

const domains = z
  .string()
  .transform((list) => list.split(",").map((domain) => domain.trim().toLowerCase().replace(/^@/, "")))
  .refine(
    (all) => all.every((domain) => /^([a-z0-9-]+\.)+[a-z]{2,}$/.test(domain)),
    "must be domains with commas between them, such as crossriver.gov.ng,partner.example",
  );

const FIREBASE_PUBLIC = [
  "FIREBASE_API_KEY",
  "FIREBASE_PROJECT_ID",
  "FIREBASE_APP_ID",
  "FIREBASE_MESSAGING_SENDER_ID",
  "FIREBASE_VAPID_KEY",
] as const;

const FILES_BUCKET = ["FILES_BUCKET_URL", "FILES_BUCKET_KEY_ID", "FILES_BUCKET_SECRET"] as const;

const variables = z.object({
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" })),
  DATABASE_POOL_SIZE: optional(z.coerce.number().int().min(1).max(200)),
  DATABASE_WAIT_SECONDS: optional(z.coerce.number().min(1).max(60)),
  DATA_DIR: optional(z.string()),
  PORT: optional(z.coerce.number().int().min(0).max(65_535)),
  APP_ORIGIN: optional(origin),
  APP_SECRET: optional(z.string().min(32, "must have at least 32 characters")),
  API_BASE_URL: optional(z.url({ protocol: /^https?$/ })),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" })),
  MAIL_FROM: optional(z.string()),
  TRUSTED_PROXIES: optional(z.coerce.number().int().min(0).max(10)),
  KYC_TARGET_HOURS: optional(z.coerce.number().min(1).max(720)),
  KYC_RELEASE_HOURS: optional(z.coerce.number().min(0).max(720)),
  KYC_FIGURES: optional(z.enum(["lead", "all", "own"], "must be lead, all or own")),
  /** Whole naira. */
  REFUND_LIMIT: optional(z.coerce.number().int().min(0).max(1_000_000_000)),
  SLIDES_LIVE_MAX: optional(z.coerce.number().int().min(1).max(50)),
  BROADCAST_APPROVAL_ABOVE: optional(z.coerce.number().int().min(0).max(100_000_000)),
  SIMULATED_PROVIDER: optional(z.enum(["on", "off"], "must be on or off")),
  SIMULATED_CITIZENS: optional(z.enum(["on", "off"], "must be on or off")),
  API_DOCS: optional(z.enum(["open", "signed-in", "off"], "must be open, signed-in or off")),
  /** Domains with commas between them. */
  INVITATION_DOMAINS: optional(domains),
  /** Hours without activity after which an admin has to sign in again. */
  SESSION_IDLE_HOURS: optional(z.coerce.number().min(0.25).max(72)),
  APP_API_KEYS: optional(appKeys),
  /** Calls a minute of each app. */
  APP_RATE_LIMIT: optional(z.coerce.number().int().min(1).max(60_000)),
  /** What calls of /api/cron/* prove themselves by. */
  CRON_SECRET: optional(z.string().min(32, "must have at least 32 characters")),
  TIMERS: optional(z.enum(["on", "off"], "must be on or off")),
  SHUTDOWN_SECONDS: optional(z.coerce.number().int().min(1).max(3_600)),
  LOG_LEVEL: optional(z.enum(["fatal", "error", "warn", "info", "debug", "silent"])),
  VERCEL: optional(z.string()),
  FILES_BUCKET_URL: optional(
    z.url({ protocol: /^https?$/, error: "must be the http:// or https:// address of a bucket" }),
  ),
  FILES_BUCKET_REGION: optional(z.string()),
  FILES_BUCKET_KEY_ID: optional(z.string()),
  FILES_BUCKET_SECRET: optional(z.string()),
  FIREBASE_API_KEY: optional(z.string()),
  FIREBASE_PROJECT_ID: optional(z.string()),
  FIREBASE_APP_ID: optional(z.string()),
  FIREBASE_MESSAGING_SENDER_ID: optional(z.string()),
  FIREBASE_VAPID_KEY: optional(z.string()),
  FIREBASE_SERVICE_ACCOUNT: optional(serviceAccount),
  /** Google's own unless a test or a proxy stands in. */
  FIREBASE_TOKEN_URL: optional(z.url({ protocol: /^https?$/ })),
  FIREBASE_SEND_URL: optional(origin),
});

/** Push half set up fails in every browser, silently; here it says so once. middleware.ts relies on all or nothing. */
const environment = variables.superRefine((value, context) => {
  const issue = (name: keyof typeof value, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  const missing = FIREBASE_PUBLIC.filter((name) => !value[name]);
  if (missing.length < FIREBASE_PUBLIC.length)
    for (const name of missing) issue(name, "is missing beside the other FIREBASE_ settings");
  const unset = FILES_BUCKET.filter((name) => !value[name]);
  if (unset.length < FILES_BUCKET.length)
    for (const name of unset) issue(name, "is missing beside the other FILES_BUCKET_ settings");
  const account = value.FIREBASE_SERVICE_ACCOUNT;
  if (account && value.FIREBASE_PROJECT_ID && account.projectId !== value.FIREBASE_PROJECT_ID)
    issue("FIREBASE_SERVICE_ACCOUNT", "belongs to another project than FIREBASE_PROJECT_ID");
});

function read() {
  const parsed = environment.safeParse(process.env);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw new Error(`The environment is not usable: ${problems.join("; ")}.`);
  }
  const value = parsed.data;
  return {
    databaseUrl: value.DATABASE_URL,
    databasePoolSize: value.DATABASE_POOL_SIZE ?? 10,
    /** What a call waits for the database in all, until it answers 503. */
    databaseWaitSeconds: value.DATABASE_WAIT_SECONDS ?? 3,
    dataDir: path.resolve(/* turbopackIgnore: true */ process.cwd(), value.DATA_DIR ?? ".data"),
    /** Where links in mails lead; never taken from a request. */
    appOrigin: value.APP_ORIGIN ?? `http://localhost:${value.PORT ?? 3000}`,
    appSecret: value.APP_SECRET,
    /** Another service that keeps the contract, instead of the API of this app. */
    apiBaseUrl: value.API_BASE_URL,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM ?? "Cross River Pay <no-reply@crossriverpay.example>",
    /** How many proxies in front append to X-Forwarded-For; 0: the header is ignored. Vercel overwrites it itself. */
    trustedProxies: value.TRUSTED_PROXIES ?? (value.VERCEL ? 1 : 0),
    /** Hours from submission to decision that the KYC team works towards. */
    kycTargetHours: value.KYC_TARGET_HOURS ?? 24,
    /** A claim on which nothing was done for so many hours is released; 0: never. */
    kycReleaseHours: value.KYC_RELEASE_HOURS ?? 24,
    /** Who sees what each officer did: those who may approve, everybody, or nobody but the officer. */
    kycFigures: value.KYC_FIGURES ?? "lead",
    /** Where files are kept instead of the database. */
    filesBucket: filesBucketOf(value),
    /** Kobo; what is refunded above it needs a second admin. */
    refundLimit: (value.REFUND_LIMIT ?? 50_000) * 100,
    /** Slides that may be live at the same time. */
    slidesLiveMax: value.SLIDES_LIVE_MAX ?? 8,
    /** People; a notification to more of them needs a second admin. */
    broadcastApprovalAbove: value.BROADCAST_APPROVAL_ABOVE ?? 1_000,
    /** Whether the simulated payment provider reports payments by itself; undefined: in the demo only. */
    simulatedProvider: value.SIMULATED_PROVIDER && value.SIMULATED_PROVIDER === "on",
    /** Whether simulated citizens use the citizen app's door; undefined: in the demo only. */
    simulatedCitizens: value.SIMULATED_CITIZENS && value.SIMULATED_CITIZENS === "on",
    /** Who reads the API documents at /api/v1/docs and /api/v1/openapi.json: anyone, signed-in admins, or nobody. */
    apiDocs: value.API_DOCS ?? "open",
    /** Domains whose addresses are invited as admins without a second admin; undefined: every domain. */
    invitationDomains: value.INVITATION_DOMAINS,
    /** Hours without activity after which an admin has to sign in again; 3 days are the most anyway. */
    sessionIdleHours: value.SESSION_IDLE_HOURS ?? 8,
    /** Who may use the citizen app's door; none: it is closed. */
    appKeys: value.APP_API_KEYS ?? [],
    /** Calls a minute of each app. */
    appRateLimit: value.APP_RATE_LIMIT ?? 600,
    /** What calls of /api/cron/* prove themselves by; undefined: they are closed. */
    cronSecret: value.CRON_SECRET,
    /** Whether this process begins timed tasks by itself; on Vercel nothing runs between requests, so calls begin them. */
    timers: value.TIMERS ? value.TIMERS === "on" : !value.VERCEL,
    /** From SIGTERM until requests that are still under way are cut off. */
    shutdownSeconds: value.SHUTDOWN_SECONDS ?? 20,
    logLevel: value.LOG_LEVEL ?? "info",
    /** What browsers need for push (contract/push.ts); undefined: push is not set up. */
    firebase: firebaseOf(value),
    firebaseServiceAccount: value.FIREBASE_SERVICE_ACCOUNT,
    firebaseTokenUrl: value.FIREBASE_TOKEN_URL ?? "https://oauth2.googleapis.com/token",
    firebaseSendUrl: value.FIREBASE_SEND_URL ?? "https://fcm.googleapis.com",
  };
}

function firebaseOf(value: z.output<typeof environment>) {
  const [api_key, project_id, app_id, messaging_sender_id, vapid_key] = FIREBASE_PUBLIC.map((name) => value[name]);
  if (!api_key || !project_id || !app_id || !messaging_sender_id || !vapid_key) return undefined;
  return { api_key, project_id, app_id, messaging_sender_id, vapid_key };
}

function filesBucketOf(value: z.output<typeof environment>) {
  const [url, keyId, secret] = FILES_BUCKET.map((name) => value[name]);
  if (!url || !keyId || !secret) return undefined;
  return { url: url.replace(/\/+$/, ""), region: value.FILES_BUCKET_REGION ?? "us-east-1", keyId, secret };
}

let cached: ReturnType<typeof read> | undefined;

/** The checked environment, read once. Throws a sentence that names every variable at fault. */
export function env() {
  cached ??= read();
  return cached;
}

/** Set by scripts/launch.mjs in this same process; no variable can make a production start load demo data. */
export const isDemo = () => (globalThis as { __loadDemoData?: boolean }).__loadDemoData === true;

/** Whether the simulated payment provider works here: only where it is asked for, or in the demo. */
export const simulatesProvider = () => env().simulatedProvider ?? isDemo();

/** Whether mails, sign-in codes among them, are files on the server because nobody has set up mail; the demo does so on purpose. */
export const isMailUnset = () => !env().smtpUrl && !env().apiBaseUrl && !isDemo();

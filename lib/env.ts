import "server-only";
import path from "node:path";
import { z } from "zod";

const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);
/** An empty variable counts as unset: that is what a deployment's form leaves behind. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

const environment = z.object({
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// address" })),
  DATABASE_POOL_SIZE: optional(z.coerce.number().int().min(1).max(200)),
  DATA_DIR: optional(z.string()),
  PORT: optional(z.coerce.number().int().min(0).max(65_535)),
  APP_ORIGIN: optional(origin),
  APP_SECRET: optional(z.string().min(32, "must have at least 32 characters")),
  API_BASE_URL: optional(z.url({ protocol: /^https?$/ })),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" })),
  MAIL_FROM: optional(z.string()),
  TRUSTED_PROXIES: optional(z.coerce.number().int().min(0).max(10)),
  LOG_LEVEL: optional(z.enum(["fatal", "error", "warn", "info", "debug", "silent"])),
  VERCEL: optional(z.string()),
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
    logLevel: value.LOG_LEVEL ?? "info",
  };
}

let cached: ReturnType<typeof read> | undefined;

/** The checked environment, read once. Throws a sentence that names every variable at fault. */
export function env() {
  cached ??= read();
  return cached;
}

import { desc, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { ALL_RIGHTS, type FeatureAccess } from "@/lib/contract/access";
import { handleRequest } from "@/lib/server/api/http-handler";
import { sealWaitingRows } from "@/lib/server/audit/seal";
import { openSession } from "@/lib/server/auth/session";
import { encrypt, hashIdentityNumber } from "@/lib/server/base/secret";
import { connectDatabase } from "@/lib/server/db/client";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { kycDocuments, kycRequests } from "@/lib/server/db/schema/kyc";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { users } from "@/lib/server/db/schema/user";
import { stageFile, storeFile } from "@/lib/server/files/stored-files";
import type { Mail } from "@/lib/server/mail/mail";
import { deliverOutbox } from "@/lib/server/outbox/deliver";
import { createTestDatabase } from "./database";
import { emptyTables } from "./empty-tables";
import { numberInLetters } from "./number-in-letters";

type CallOptions = {
  token?: string;
  body?: unknown;
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type CallAnswer = { status: number; headers: Headers; json: any };

/** API keys of the citizen app, set in vitest.config.mjs: two for the app `demo`, one for `other`. */
export const [APP_KEY = "", NEXT_APP_KEY = "", OTHER_APP_KEY = ""] = (process.env.APP_API_KEYS ?? "")
  .split(",")
  .map((nameAndKey) => nameAndKey.split(":")[1]);

/**
 * Starts the API on a new empty database. Requests use the API's HTTP handler, without a network.
 * @param connections size of the pool. Each connection takes 30 ms of CPU time at its first use. Tests with many concurrent requests need
 * more than the default of four.
 * @param prepare changes the database before the app connects, and returns the database URL that the app uses
 */
export async function startTestApp({
  connections = 4,
  prepare = async (url) => url,
}: {
  connections?: number;
  prepare?: (url: string) => Promise<string>;
} = {}) {
  const testDatabase = await createTestDatabase();
  const appUrl = await prepare(testDatabase.url);
  process.env.DATABASE_URL = appUrl;
  const { db, pool } = connectDatabase(appUrl, connections);
  Object.assign(globalThis, { crossRiverPayDatabase: { db, pool } });

  async function call(
    method: string,
    url: string,
    { token, body, raw, headers, signal }: CallOptions = {},
  ): Promise<CallAnswer> {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await handleRequest(
      new Request(`http://test/api/v1${url}`, {
        method,
        body: sent,
        signal,
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(sent !== undefined && {
            "content-type": "application/json",
            "content-length": `${Buffer.byteLength(sent)}`,
          }),
          "x-forwarded-for": "10.0.0.1",
          ...headers,
        },
      }),
    );
    const isJson = response.headers.get("content-type")?.includes("json");
    return {
      status: response.status,
      headers: response.headers,
      json: isJson ? await response.json() : await response.blob(),
    };
  }

  /** Sends a request as the citizen app's server. Each write gets a new idempotency key, unless `headers` contains a key. */
  const callAsApp = (method: string, url: string, { headers, ...sent }: CallOptions = {}) =>
    call(method, `/app${url}`, {
      token: APP_KEY,
      headers: { ...(method !== "GET" && { "idempotency-key": uuid() }), ...headers },
      ...sent,
    });

  /** Returns every mail queued since the last call of this function. Mails of the same kind are ordered oldest first. */
  async function mails() {
    const sent: Mail[] = [];
    const collect = async (mail: Mail) => void sent.push(mail);
    await deliverOutbox(db, { mail: collect, bulk_mail: collect });
    return sent;
  }

  return {
    db,
    url: testDatabase.url,
    call,
    callAsApp,
    mails,
    /** Returns the rows of the audit trail, newest first. With `recordId`, only those about this record. */
    audit: (recordId?: string) =>
      db
        .select()
        .from(auditTrails)
        .where(recordId === undefined ? undefined : eq(auditTrails.recordId, recordId))
        .orderBy(desc(auditTrails.id)),
    /** Adds all audit rows to the hash chain, as the server does within a second of a write. */
    seal: () => sealWaitingRows(db),
    /** Returns the newest mailed 6-digit code. */
    async mailedCode() {
      return /sign-in code is (\d{6})/.exec((await mails()).at(-1)?.text ?? "")?.[1] ?? "";
    },
    async stop() {
      await pool.end();
      await testDatabase.drop();
    },
  };
}
/** The API on a test database, with functions to call and inspect it. */
export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

/** Empties all tables that refer to admins, so that afterwards a test can count the admins it creates. */
export const deleteAdmins = (app: TestApp) =>
  emptyTables(app.db, "admins", "roles", "approvals", "idempotency_keys", "outbox");

let adminCount = 0;

/**
 * Sets the number of the next test admin, citizen or identity request. Processes that share a database start at different numbers, so that
 * they create different records.
 */
export function startTestRecordNumbersAt(first: number): void {
  adminCount = first;
}

type AdminOptions = {
  rights?: FeatureAccess[];
  firstName?: string;
  passwordHash?: string;
  status?: "active" | "suspended" | "deleted";
  /** True (default) if the session has a recent proof of identity. */
  isProved?: boolean;
};

/** Creates an admin with a session and one role with these rights. */
export async function makeAdmin(app: TestApp, options: AdminOptions = {}) {
  const id = uuid();
  const roleId = uuid();
  const email = `admin${++adminCount}@example.com`;
  const firstName = options.firstName ?? "Ada";
  await app.db.insert(roles).values({ id: roleId, name: `Role ${adminCount}`, features: options.rights ?? ALL_RIGHTS });
  await app.db.insert(admins).values({
    id,
    firstName,
    lastName: `Obi${numberInLetters(adminCount)}`,
    email,
    passwordHash: options.passwordHash,
    status: options.status ?? "active",
  });
  await app.db.insert(adminRoles).values({ adminId: id, roleId });
  const token = await openSession(app.db, id, { address: "10.0.0.1", device: "test" }, options.isProved ?? true);
  return { id, roleId, email, token, name: `${firstName} Obi${numberInLetters(adminCount)}` };
}

/** Creates a citizen of tier 3, whose limits are so high that no test reaches them unintentionally. */
export async function makeUser(app: TestApp, values: Partial<typeof users.$inferInsert> = {}) {
  const n = ++adminCount;
  const [user] = await app.db
    .insert(users)
    .values({
      id: uuid(),
      firstName: "Ekaette",
      lastName: `Bassey${numberInLetters(n)}`,
      email: `user${n}@example.com`,
      phone: `+23480${String(n).padStart(8, "0")}`,
      dateOfBirth: "1990-05-01",
      gender: "female",
      address: "12 Marian Road",
      lga: "Calabar Municipal",
      tier: 3,
      joinedAt: new Date("2026-01-01T10:00:00Z"),
      ...values,
    })
    .returning();
  if (!user) throw new Error("no user");
  return user as typeof user & { email: string };
}

/** Creates a pending identity request of a new citizen, with one document. */
export async function makeKycRequest(app: TestApp, values: Partial<typeof kycRequests.$inferInsert> = {}) {
  const user = await makeUser(app, { tier: 0 });
  const n = ++adminCount;
  const submittedAt = values.submittedAt ?? new Date(Date.now() - 3_600_000);
  const [request] = await app.db
    .insert(kycRequests)
    .values({
      id: uuid(),
      reference: `KYC-${String(n).padStart(6, "0")}`,
      userId: user.id,
      tier: 2,
      firstName: user.firstName,
      lastName: user.lastName,
      dateOfBirth: user.dateOfBirth,
      gender: user.gender,
      phone: user.phone,
      address: user.address,
      lga: user.lga,
      identityType: "nin",
      identityNumber: encrypt("12345678901"),
      identityNumberLast4: "8901",
      identityNumberHash: hashIdentityNumber("12345678901"),
      submittedAt,
      dueAt: new Date(submittedAt.getTime() + 86_400_000),
      ...values,
    })
    .returning();
  if (!request) throw new Error("no request");
  const bytes = Buffer.from("not really an image");
  const fileId = await storeFile(app.db, await stageFile(app.db, { contentType: "image/webp", bytes }));
  const documentId = uuid();
  await app.db
    .insert(kycDocuments)
    .values({ id: documentId, kycId: request.id, kind: "front", fileId, width: 10, height: 10 });
  return { ...request, documentId, user };
}

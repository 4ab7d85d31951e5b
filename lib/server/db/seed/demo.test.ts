// Slow: loads the demo data, which draws 700 pictures.
import { createHash } from "node:crypto";
import { asc, eq, inArray, sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FEATURES, PERMISSION_FLAGS } from "@/lib/contract/access";
import { emergencyNumberCreation } from "@/lib/contract/app-config-emergency-numbers";
import { KYC_STATES, type KycFlag, requiredChecksOf } from "@/lib/contract/kyc.values";
import { LGAS } from "@/lib/contract/lgas.values";
import { SETTLED_TRANSACTION_STATES } from "@/lib/contract/transaction.values";
import { listAppKeys } from "@/lib/server/app-api/key-rows";
import { listEmergencyNumbers } from "@/lib/server/app-config/read-emergency-numbers";
import { verifySecret } from "@/lib/server/auth/hash-secret";
import { decrypt, hashIdentityNumber } from "@/lib/server/base/secret";
import { planErasure } from "@/lib/server/citizen-data/erasure-plan";
import { countOldData } from "@/lib/server/citizen-data/retention/periods";
import { connectDatabase } from "@/lib/server/db/client";
import { adminRoles, admins, roles } from "@/lib/server/db/schema/admin";
import { approvals } from "@/lib/server/db/schema/approvals";
import { backups } from "@/lib/server/db/schema/backup";
import { files } from "@/lib/server/db/schema/file";
import { kycDocuments, kycRequests } from "@/lib/server/db/schema/kyc";
import { kycChecks } from "@/lib/server/db/schema/kyc-review";
import { ledgerEntries } from "@/lib/server/db/schema/ledger";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { backupLine } from "@/lib/server/system-logs/status/records-lines";
import { verifyAuditChain } from "@/lib/server/system-logs/verify-chain";
import { createDemoDatabase } from "@/lib/server/testing/demo-database";
import { clockFrom } from "./clock";
import { loadDemoData } from "./demo";
import { buildKycCases } from "./kyc";
import { buildPeople } from "./people";

const HOUR = 3_600_000;
const EMPTY_BUFFER = Buffer.alloc(0);
let database: Awaited<ReturnType<typeof createDemoDatabase>>;
let connection: ReturnType<typeof connectDatabase>;

beforeAll(async () => {
  database = await createDemoDatabase();
  connection = connectDatabase(database.url, 10, 0);
}, 120_000);

afterAll(async () => {
  await connection.pool.end();
  await database.drop();
});

/** Returns a hash of all loaded rows by table. */
async function hashTables() {
  const tables = [
    "roles",
    "admins",
    "admin_roles",
    "users",
    "kyc_requests",
    "kyc_documents",
    "ledger_accounts",
    "ledger_entries",
    "ledger_postings",
    "wallet_movements",
    "kyc_checks",
    "kyc_notes",
    "payment_methods",
    "transactions",
    "revenue_heads",
    "tax_payments",
    "disputes",
    "dispute_evidence",
    "approvals",
    "ireport_departments",
    "ireport_categories",
    "ireport_templates",
    "ireports",
    "ireport_messages",
    "ireport_notes",
    "ireport_photos",
    "images",
    "entries",
    "entry_publications",
    "announcement_reads",
    "faq_votes",
    "faq_misses",
    "legal_acceptances",
    "emergency_numbers",
    "event_categories",
    "events",
    "ticket_types",
    "event_orders",
    "event_order_items",
    "tickets",
    "ticket_scans",
    "cancellation_steps",
    "promotions",
    "promotion_groups",
    "promotion_codes",
    "promotion_redemptions",
    "grant_programmes",
    "grant_applications",
    "grant_documents",
    "grant_fingerprints",
    "grant_reviews",
    "grant_batches",
    "grant_batch_rows",
    "home_visits",
    "user_activities",
    "audit_trails",
    "audit_seals",
    "audit_seal_head",
  ];
  const hashQueries = tables.map(
    (table) => `select '${table}' as name, md5(string_agg(t::text, '|' order by t::text)) from ${table} t`,
  );
  return (await connection.db.execute(sql.raw(`${hashQueries.join(" union all ")} order by name`))).rows;
}

describe("accounts", () => {
  test("demo data has six admins, each with one role and the demo password", async () => {
    const rows = await connection.db
      .select()
      .from(admins)
      .innerJoin(adminRoles, eq(adminRoles.adminId, admins.id))
      .innerJoin(roles, eq(roles.id, adminRoles.roleId));
    const roleByEmail = rows.map((row) => [row.admins.email, row.roles.name]);
    expect(Object.fromEntries(roleByEmail)).toEqual({
      "owner@crossriverpay.example": "Full administrator",
      "kyc@crossriverpay.example": "KYC officer",
      "finance@crossriverpay.example": "Finance officer",
      "support@crossriverpay.example": "Support",
      "viewer@crossriverpay.example": "Read-only",
      "civic@crossriverpay.example": "Civic desk officer",
    });
    expect(rows).toHaveLength(6);
    expect(await verifySecret("Demo-CrossRiver-2026", rows[0]?.admins.passwordHash ?? null)).toBe(true);
  });

  test("demo roles have exactly the expected rights", async () => {
    const flagsByRole = new Map(
      (await connection.db.select().from(roles)).map(({ name, features }) => [
        name,
        Object.fromEntries(
          features
            .map((feature) => [feature.name, PERMISSION_FLAGS.filter((flag) => feature.access[flag])] as const)
            .filter(([, flags]) => flags.length > 0),
        ),
      ]),
    );
    expect(flagsByRole.get("Full administrator")).toEqual(
      Object.fromEntries(FEATURES.map((name) => [name, [...PERMISSION_FLAGS]])),
    );
    expect(flagsByRole.get("Read-only")).toEqual(Object.fromEntries(FEATURES.map((name) => [name, ["read"]])));
    expect(flagsByRole.get("KYC officer")).toEqual({
      "KYC Management": ["read", "create", "update", "export"],
      "User Management": ["read", "create"],
    });
    expect(flagsByRole.get("Finance officer")?.["System Wallet"]).toEqual([
      "read",
      "create",
      "update",
      "approve",
      "export",
    ]);
    expect(flagsByRole.get("Support")?.iReports).toEqual(["read", "update"]);
    expect(flagsByRole.get("Support")?.Events).toEqual(["read", "update"]);
    expect(flagsByRole.get("Finance officer")?.Events).toEqual(["read", "approve", "export"]);
    expect(flagsByRole.get("Finance officer")?.Grants).toEqual(["read", "approve", "export"]);
    const civicModules = ["iReports", "Content Management", "App Configurations"];
    expect(flagsByRole.get("Civic desk officer")).toEqual({
      "User Management": ["read"],
      Events: [...PERMISSION_FLAGS],
      Promotions: [...PERMISSION_FLAGS],
      Grants: [...PERMISSION_FLAGS],
      ...Object.fromEntries(civicModules.map((name) => [name, ["read", "create", "update", "delete", "export"]])),
    });
  });
});

test("demo data has 2,000 different citizens in all 18 LGAs", async () => {
  const rows = await connection.db.select().from(users);
  expect(rows).toHaveLength(2_000);
  expect(new Set(rows.map(({ lga }) => lga))).toEqual(new Set(LGAS));
  expect(new Set(rows.map(({ phone }) => phone)).size).toBe(2_000);
  for (const { phone, email, joinedAt, lastSeenAt } of rows) {
    expect(phone).toMatch(/^\+234(70|80|81|90|91)\d000\d{4}$/);
    expect(email).toMatch(/^[a-z]+\d*\.?[a-z]*\d*@example\.com$/);
    expect(joinedAt.getTime()).toBeLessThan(Date.now());
    if (lastSeenAt) expect(lastSeenAt.getTime()).toBeGreaterThanOrEqual(joinedAt.getTime());
  }
});

describe("identity requests", () => {
  type LoadedRequest = { request: typeof kycRequests.$inferSelect; user: typeof users.$inferSelect };
  let loadedRequests: LoadedRequest[];
  const inState = (...states: string[]) => loadedRequests.filter(({ request }) => states.includes(request.state));
  beforeAll(async () => {
    loadedRequests = await connection.db
      .select({ request: kycRequests, user: users })
      .from(kycRequests)
      .innerJoin(users, eq(users.id, kycRequests.userId))
      .orderBy(asc(kycRequests.reference));
  });

  test("demo data has 300 identity requests in all states, numbered by submission; the sequence continues at 301", async () => {
    expect(KYC_STATES.map((state) => [state, inState(state).length])).toEqual([
      ["pending", 120],
      ["in_review", 25],
      ["approved", 95],
      ["rejected", 30],
      ["resubmission_requested", 20],
      ["revoked", 10],
    ]);
    const times = loadedRequests.map(({ request }) => request.submittedAt.getTime());
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(Math.max(...times)).toBeLessThan(Date.now());
    expect(Math.min(...times)).toBeGreaterThan(Date.now() - 61 * 24 * HOUR);
    expect([loadedRequests[0]?.request.reference, loadedRequests[299]?.request.reference]).toEqual([
      "KYC-000001",
      "KYC-000300",
    ]);
    const nextReference = await connection.db.execute(sql`select nextval('kyc_references')::int as number`);
    expect(nextReference.rows).toEqual([{ number: 301 }]);
  });

  test("demo data includes at least twelve late identity requests, and some due soon", () => {
    const msUntilDue = inState("pending").map(({ request }) => request.dueAt.getTime() - Date.now());
    expect(msUntilDue.filter((time) => time < 0).length).toBeGreaterThanOrEqual(12);
    expect(msUntilDue.filter((time) => time > 0 && time < 2 * HOUR).length).toBeGreaterThanOrEqual(5);
    for (const { request } of loadedRequests)
      expect(request.dueAt.getTime() - request.submittedAt.getTime()).toBe(24 * HOUR);
    for (const { request } of inState("pending")) expect(request.assigneeId).toBeNull();
    expect(new Set(inState("in_review").map(({ request }) => request.assigneeId)).size).toBe(2);
  });

  test("identity numbers in demo data are encrypted, with a hash for searching", () => {
    for (const { request } of loadedRequests) {
      const number = decrypt(request.identityNumber);
      expect(request.identityNumberHash).toBe(hashIdentityNumber(number));
      expect(request.identityNumberLast4).toBe(number.slice(-4));
      if (request.identityType === "nin" || request.identityType === "bvn") expect(number).toMatch(/^\d{11}$/);
    }
  });

  test("the risk flags of demo identity requests match the requests' data", async () => {
    const selfies = await connection.db
      .select({ kycId: kycDocuments.kycId, bytes: files.bytes })
      .from(kycDocuments)
      .innerJoin(files, eq(files.id, kycDocuments.fileId))
      .where(eq(kycDocuments.kind, "selfie"));
    const selfieByRequest = new Map(
      selfies.map(({ kycId, bytes }) => [
        kycId,
        createHash("sha256")
          .update(bytes ?? EMPTY_BUFFER)
          .digest("hex"),
      ]),
    );
    const flagCounts = new Map<KycFlag, number>();
    for (const { request, user } of loadedRequests) {
      const otherUsers = loadedRequests.filter((each) => each.user.id !== user.id);
      const birthday18 = new Date(request.dateOfBirth);
      birthday18.setUTCFullYear(birthday18.getUTCFullYear() + 18);
      const expected: Record<KycFlag, boolean> = {
        duplicate_number: otherUsers.some((each) => each.request.identityNumberHash === request.identityNumberHash),
        duplicate_photo: otherUsers.some(
          (each) => selfieByRequest.get(each.request.id) === selfieByRequest.get(request.id),
        ),
        under_18: birthday18 > request.submittedAt,
        name_differs: request.firstName !== user.firstName || request.lastName !== user.lastName,
        many_requests: false,
        document_expired: !!request.identityExpiresOn && new Date(request.identityExpiresOn) < request.submittedAt,
      };
      const flags = Object.entries(expected).flatMap(([flag, isRaised]) => (isRaised ? [flag as KycFlag] : []));
      expect(request.flags, request.reference).toEqual(flags);
      for (const flag of flags) flagCounts.set(flag, (flagCounts.get(flag) ?? 0) + 1);
    }
    expect(flagCounts.size).toBe(5);
    const flaggedShare = loadedRequests.filter(({ request }) => request.flags.length).length / loadedRequests.length;
    expect(flaggedShare).toBeGreaterThan(0.1);
    expect(flaggedShare).toBeLessThan(0.15);
  });

  test("decided demo identity requests have an officer, a time and, unless approved, a reason; the citizens' tiers match the decisions", () => {
    for (const { request, user } of loadedRequests) {
      const isDecided = !["pending", "in_review"].includes(request.state);
      const isApproved = request.state === "approved";
      expect(request.decidedById !== null && request.decidedAt !== null, request.reference).toBe(isDecided);
      expect(request.reason !== null).toBe(isDecided && !isApproved);
      expect((request.message ?? "").length >= 10).toBe(isDecided && !isApproved);
      const expectedVersions = { pending: [1], in_review: [2], revoked: [4] }[request.state as string] ?? [2, 3];
      expect(expectedVersions, request.reference).toContain(request.version);
      if (request.decidedAt) {
        expect(request.decidedAt.getTime()).toBeGreaterThan(request.submittedAt.getTime());
        expect(request.decidedAt.getTime()).toBeLessThan(Date.now());
      }
      if (isApproved) expect(user.tier).toBe(request.tier);
      else if (loadedRequests.every((each) => each.user.id !== user.id || each.request.state !== "approved"))
        expect(user.tier).toBeLessThan(request.tier);
    }
  });

  test("demo data includes identity requests of citizens whose earlier request was rejected", () => {
    const resubmissions = loadedRequests.filter(({ request, user }) =>
      loadedRequests.some((each) => each.user.id === user.id && each.request.submittedAt < request.submittedAt),
    );
    expect(resubmissions.length).toBeGreaterThanOrEqual(10);
  });

  test("demo identity requests have small, readable documents, with back and proof of address if required", async () => {
    const documents = await connection.db
      .select({ kycId: kycDocuments.kycId, kind: kycDocuments.kind, width: kycDocuments.width, bytes: files.bytes })
      .from(kycDocuments)
      .innerJoin(files, eq(files.id, kycDocuments.fileId))
      .orderBy(asc(kycDocuments.id));
    for (const { request } of loadedRequests) {
      const kinds = documents.filter(({ kycId }) => kycId === request.id).map(({ kind }) => kind);
      const twoSided = ["voters_card", "drivers_licence"].includes(request.identityType);
      expect(kinds.filter((kind) => kind !== "back")).toEqual(
        request.tier === 3 ? ["front", "selfie", "proof_of_address"] : ["front", "selfie"],
      );
      if (!twoSided || request.reason === "document_missing") expect(kinds).not.toContain("back");
      else if (request.state === "approved") expect(kinds).toContain("back");
    }
    for (const { bytes } of documents) expect((bytes ?? EMPTY_BUFFER).length).toBeLessThan(64 * 1024);
    for (const { bytes, width } of documents.slice(0, 8)) {
      const { format, width: realWidth } = await sharp(bytes ?? EMPTY_BUFFER).metadata();
      expect([format, realWidth]).toEqual(["jpeg", width]);
    }
  });
});

describe("audit trail", () => {
  test("the demo audit trail has a complete hash chain in order of time", async () => {
    const rows = await connection.db.select().from(auditTrails).orderBy(asc(auditTrails.id));
    let previous = new Date(0);
    for (const [index, { id, at }] of rows.entries()) {
      expect(id).toBe(index + 1);
      expect(at.getTime()).toBeGreaterThanOrEqual(previous.getTime());
      previous = at;
    }
    // audit/heads.ts names its file of row hashes after the database in DATABASE_URL.
    const urlBefore = process.env.DATABASE_URL;
    process.env.DATABASE_URL = database.url;
    const verified = await verifyAuditChain(connection.db, 0, Number.POSITIVE_INFINITY).finally(() => {
      if (urlBefore === undefined) delete process.env.DATABASE_URL;
      else process.env.DATABASE_URL = urlBefore;
    });
    expect(verified).toMatchObject({ checked: rows.length, waiting: 0, bad: null });
  });

  test("the last audit row of each decided demo identity request matches the decision", async () => {
    const requests = await connection.db.select().from(kycRequests);
    const rows = await connection.db
      .select()
      .from(auditTrails)
      .where(eq(auditTrails.recordType, "kyc"))
      .orderBy(asc(auditTrails.id));
    const requested = rows.filter(({ action }) => action === "kyc.revoke").length;
    expect(rows).toHaveLength(requests.reduce((sum, { version }) => sum + version - 1, requested));
    for (const request of requests.filter(({ decidedAt }) => decidedAt)) {
      const row = rows.filter(({ recordId }) => recordId === request.id).at(-1);
      expect(row).toMatchObject({
        action: request.state === "revoked" ? "approvals.decide" : "kyc.decide",
        outcome: "done",
        adminId: request.decidedById,
        at: request.decidedAt,
        after: { state: request.state, assignee: request.assigneeId, message: request.message },
      });
      if (request.state !== "revoked") expect(row?.after).toMatchObject({ reason: request.reason });
    }
    for (const request of requests.filter(({ state }) => state === "in_review"))
      expect(rows.findLast(({ recordId }) => recordId === request.id)).toMatchObject({
        action: "kyc.claim",
        adminId: request.assigneeId,
        after: { state: "in_review", assignee: request.assigneeId },
      });
  });
});

describe("the demo ledger", () => {
  test("the demo ledger passes verification, and has an entry for every posted manual transfer", async () => {
    const verification = await verifyLedger(connection.db);
    expect(verification).toMatchObject({ total: 0, faults: [] });
    const movements = await connection.db.select().from(walletMovements);
    const entries = await connection.db
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.sourceType, "wallet_movement"));
    expect(
      movements
        .map(({ entryId }) => entryId)
        .filter(Boolean)
        .sort(),
    ).toEqual(entries.map(({ id }) => id).sort());
    const waitingApprovals = (
      await connection.db.select().from(approvals).where(eq(approvals.state, "waiting"))
    ).filter(({ kind }) => kind === "systemWallet.submitMovement");
    const requested = movements.filter(({ state }) => state === "awaiting_approval");
    expect(waitingApprovals.map(({ recordId }) => recordId).sort()).toEqual(requested.map(({ id }) => id).sort());
    expect(requested.length).toBeGreaterThan(0);
    const settledPayments = await connection.db
      .select()
      .from(transactions)
      .where(inArray(transactions.state, [...SETTLED_TRANSACTION_STATES]));
    const paymentEntries = await connection.db
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.sourceType, "transaction"));
    const lostCount = settledPayments.filter(({ state }) => state === "lost").length;
    const lateEntries = paymentEntries.filter(({ key }) => key.endsWith(":late"));
    expect(lateEntries.length).toBeGreaterThan(0);
    expect(paymentEntries).toHaveLength(settledPayments.length + lostCount + lateEntries.length);
    expect(new Set(settledPayments.map(({ state }) => state)).size).toBeGreaterThan(4);
  });
});

test("approved demo identity requests have ticked checklists, and each revocation involves two admins", async () => {
  const requests = await connection.db.select().from(kycRequests);
  const checks = await connection.db.select().from(kycChecks);
  for (const request of requests) {
    const tickedItems = checks.filter(({ kycId }) => kycId === request.id).map(({ item }) => item);
    const wasApproved = request.state === "approved" || request.state === "revoked";
    const items = requiredChecksOf({ tier: request.tier, flags: request.flags as KycFlag[] });
    expect(tickedItems.sort()).toEqual(wasApproved ? items.sort() : []);
  }
  const revocations = await connection.db.select().from(approvals).where(eq(approvals.kind, "kyc.revoke"));
  const revoked = requests.filter(({ state }) => state === "revoked");
  expect(revocations.map(({ recordId }) => recordId).sort()).toEqual(revoked.map(({ id }) => id).sort());
  for (const { requestedBy, decidedBy } of revocations) expect(requestedBy).not.toBe(decidedBy);
});

test("demo emergency numbers are two nationwide short codes and a fake office per LGA, verified recently, long ago or never", async () => {
  const numbers = await listEmergencyNumbers(connection.db);
  for (const { name, number, category, lga } of numbers)
    expect(emergencyNumberCreation.safeParse({ name, number, category, lga }).error?.issues ?? [], name).toEqual([]);
  const [emergencyNumber, roadSafetyNumber, ...desks] = numbers;
  expect([
    emergencyNumber?.number,
    emergencyNumber?.category,
    emergencyNumber?.lga,
    emergencyNumber?.verified_on,
  ]).toEqual(["112", "general", null, null]);
  expect([
    roadSafetyNumber?.number,
    roadSafetyNumber?.category,
    roadSafetyNumber?.lga,
    roadSafetyNumber?.verified_on,
  ]).toEqual(["122", "road_safety", null, null]);
  expect(desks.map(({ lga }) => lga)).toEqual([...LGAS]);
  const phones = desks.map(({ number }) => `+234${number.replaceAll(" ", "").slice(1)}`);
  expect(new Set(phones).size).toBe(LGAS.length);
  for (const phone of phones) expect(phone).toMatch(/^\+234(70|80|81|90|91)\d000\d{4}$/);
  expect(await connection.db.$count(users, inArray(users.phone, phones))).toBe(0);
  expect(await connection.db.$count(kycRequests, inArray(kycRequests.phone, phones))).toBe(0);
  const countNumbers = (matches: (number: (typeof desks)[number]) => boolean) => desks.filter(matches).length;
  expect(countNumbers(({ unverified }) => !unverified)).toBeGreaterThan(3);
  expect(countNumbers(({ verified_on, unverified }) => verified_on !== null && unverified)).toBeGreaterThan(3);
  expect(countNumbers(({ verified_on }) => verified_on === null)).toBeGreaterThan(3);
  for (const { verified_on, verified_by } of desks) expect(verified_by === null).toBe(verified_on === null);
});

test("demo data has a pending approval request of each kind about citizens' data' data, and one old correction due for removal", async () => {
  const { db } = connection;
  const requests = (await db.select().from(approvals)).filter(({ recordType }) => recordType === "user");
  const waiting = requests.filter(({ state }) => state === "waiting");
  expect(waiting.map(({ kind }) => kind).sort()).toEqual(["user.correct", "user.eraseData", "user.exportData"]);
  for (const { kind, recordId, expiresAt } of waiting) {
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now());
    const [person] = await db.select().from(users).where(eq(users.id, recordId));
    if (!person) throw new Error("no person");
    expect(person.status).toBe(kind === "user.eraseData" ? "closed" : "active");
    const plan = await planErasure(db, person);
    if (kind === "user.eraseData")
      expect(plan).toMatchObject({ obstacle: null, erased: expect.arrayContaining(["identity"]) });
  }
  const { rules } = await countOldData(db);
  expect(rules.find(({ rule }) => rule === "correction_details")?.count).toBe(1);
});

test("demo data has two active app keys and an expired one, seven backups, and a failed last backup", async () => {
  const { db } = connection;
  const { items } = await listAppKeys(db);
  const states = items.filter(({ source }) => source === "dashboard").map(({ state }) => state);
  expect(states).toEqual(["active", "active", "ended"]);
  expect(await db.$count(backups)).toBe(7);
  expect(await backupLine(db)).toMatchObject({ state: "failing" });
});

test("loading the demo data a second time changes nothing", async () => {
  const before = await hashTables();
  await loadDemoData(connection.db);
  expect(await hashTables()).toEqual(before);
});

test("demo citizens and identity requests are the same on any day, at any hour", () => {
  const buildAt = (now: string) => {
    const clock = clockFrom(new Date(now));
    return buildKycCases(clock, buildPeople(clock)).map(
      ({ person, submittedAt, submitted, identity, face, selfie, ...rest }) => ({
        ...rest,
        user: [person.id, person.email, person.phone],
        name: [submitted.firstName, submitted.lastName, submitted.address],
        number: identity.number,
        faces: [face, selfie],
      }),
    );
  };
  const inTheMorning = buildAt("2026-11-21T00:01:00Z");
  expect(buildAt("2026-11-21T00:01:00Z")).toEqual(inTheMorning);
  expect(buildAt("2026-11-21T22:58:00Z")).toEqual(inTheMorning);
  expect(buildAt("2028-03-01T12:30:00Z")).toEqual(inTheMorning);
});

import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_RIGHTS, FEATURES, type FeatureAccess, makeRights, satisfiesPolicy } from "@/lib/contract/access";
import { contract } from "@/lib/contract/contract";
import { MAX_SEARCH_LENGTH } from "@/lib/contract/list.values";
import { RECORD_KINDS, type RecordType, type SearchedRecordType } from "@/lib/contract/record-kinds";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import { MAX_PINS } from "@/lib/contract/search.values";
import { kindsWithWords } from "@/lib/server/search/kinds-with-words";
import { SEARCHED_KINDS } from "@/lib/server/search/recognise";
import { SEARCH_RESULT_OF_ROW } from "@/lib/server/search/record-items";
import { STARTER_ROLES } from "@/lib/server/setup/starter/roles";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { CANARY_VALUES, CANARY_WORD, makeSearchCanaries } from "@/lib/server/testing/search-canaries";

type FoundKind = { kind: string; total: number; items: { id: string; url: string; title: string }[]; url?: string };

let app: TestApp;
let owner: Awaited<ReturnType<typeof makeAdmin>>;
let canaries: Awaited<ReturnType<typeof makeSearchCanaries>>;

beforeAll(async () => {
  // Uses ten connections, so that other queries can run while a search waits for a lock.
  app = await startTestApp({ connections: 10 });
  owner = await makeAdmin(app);
  canaries = await makeSearchCanaries(app);
});
afterAll(() => app.stop());

async function find(q: string, token = owner.token) {
  const { status, json } = await app.call("GET", `/search?q=${encodeURIComponent(q)}`, { token });
  expect([q, status]).toEqual([q, 200]);
  return json.data as { kinds: FoundKind[]; hint?: string; slow: string[] };
}
const idsIn = (kinds: readonly FoundKind[]) => kinds.flatMap(({ items }) => items.map(({ id }) => id));

const ROLES: [string, FeatureAccess[]][] = [
  ["full administrator", ALL_RIGHTS],
  ["no role", makeRights({})],
  ...Object.values(STARTER_ROLES).map(({ name, features }): [string, FeatureAccess[]] => [name, features]),
];

describe.each(ROLES)("search by the role %s", (_role, rights) => {
  let token: string;
  beforeAll(async () => {
    ({ token } = await makeAdmin(app, { rights }));
  });

  it.each(SEARCHED_KINDS)("the record search finds a %s only with read access to its list", async (kind) => {
    const { id, query } = canaries.found[kind];
    const { kinds } = await find(query, token);
    const mayRead = satisfiesPolicy(rights, RECORD_KINDS[kind].list?.call.policy ?? "app");
    const found = kinds.find((each) => each.kind === kind);
    expect(found?.items.map((item) => item.id) ?? []).toEqual(mayRead ? expect.arrayContaining([id]) : []);
    if (mayRead) expect(found?.items.find((item) => item.id === id)?.url).toContain(id);
  });

  it("the record search finds no record that the lists hide from the admin, and a private report only with the approve right", async () => {
    const { kinds } = await find(CANARY_WORD, token);
    const ids = idsIn(kinds);
    expect(ids.filter((id) => canaries.hidden.includes(id))).toEqual([]);
    const maySeePrivate = satisfiesPolicy(rights, { feature: "iReports", flag: "approve" });
    expect(ids.includes(canaries.privateReportId)).toBe(maySeePrivate);
    expect(idsIn((await find("IR-000399", token)).kinds)).toEqual(maySeePrivate ? [canaries.privateReportId] : []);
  });
});

describe("pasted value", () => {
  const references: [string, string, SearchedRecordType][] = [
    [CANARY_VALUES.kyc, "kyc 302", "kyc"],
    [CANARY_VALUES.report, "ir-301", "ireport"],
    [CANARY_VALUES.movement, "wal 000071", "wallet_movement"],
    [CANARY_VALUES.transaction, "trx019ac01ffe3b", "transaction"],
    [CANARY_VALUES.ticket, "tkt_019ac01ffe3b", "ticket"],
    [CANARY_VALUES.application, "gra 019ac01ffe3b", "grant_application"],
    [CANARY_VALUES.batch, "pay-019ac01ffe3b", "grant_batch"],
  ];
  const shapesOf = (reference: string, short: string) => [
    reference,
    short,
    `  “${reference.toLowerCase()}”. `,
    `Ref: ${reference.replace("-", "\u2011")}`,
    `Please look at ${reference.toLowerCase()}, the citizen waits since Monday.`,
    `NIP/ZENITH BANK/${reference}/EKAETTE BASSEY/0803 NGN 2,500.00`,
  ];
  const pasted = references.flatMap(([reference, short, kind]) =>
    shapesOf(reference, short).map((text): [string, SearchedRecordType] => [text, kind]),
  );

  it("the list of pasted values that these tests search for has at least 40 entries", () =>
    expect(pasted.length).toBeGreaterThanOrEqual(40));

  it.each(pasted)(
    "the search for the pasted value %j finds its record, and searches no other kind of record",
    async (text, kind) => {
      const { kinds } = await find(text);
      expect(kinds.map((found) => [found.kind, found.total, found.items[0]?.id])).toEqual([
        [kind, 1, canaries.found[kind].id],
      ]);
    },
  );

  it.each<[string, string, SearchedRecordType]>([
    ["a provider's reference", CANARY_VALUES.providerReference, "transaction"],
    [
      "a provider's reference in capitals in a statement line",
      `POS ${CANARY_VALUES.providerReference} 29/11/2026 2,500.00`,
      "transaction",
    ],
    ["a ticket's code", CANARY_VALUES.ticketCode, "ticket"],
    ["a ticket's code in groups within a sentence", "My ticket 7K2M-9XQ4-TB8H-W3ND does not work", "ticket"],
    ["a bank's reference", CANARY_VALUES.bankReference, "wallet_movement"],
    ["the end of a card number", CANARY_VALUES.cardLast4, "transaction"],
    ["the end of an identity number", CANARY_VALUES.identityLast4, "kyc"],
    ["a promotion's code", CANARY_VALUES.promotionCode.toLowerCase(), "promotion"],
  ])("the search for a pasted value finds the record by %s", async (_what, text, kind) => {
    const found = (await find(text)).kinds.find((each) => each.kind === kind);
    expect(found?.items[0]?.id).toBe(canaries.found[kind].id);
  });

  it.each([CANARY_VALUES.phone, "0803 111 2223", CANARY_VALUES.email, `Obi <${CANARY_VALUES.email.toUpperCase()}>`])(
    "the search for the pasted value %j finds the user and the user's payments and tickets",
    async (text) => {
      const kinds = (await find(text)).kinds.map(({ kind }) => kind);
      expect(kinds).toEqual(expect.arrayContaining(["user", "transaction", "ticket"]));
    },
  );

  it("the record search for a pasted reference or id finds a refund, a ledger entry and an event", async () => {
    expect(idsIn((await find(CANARY_VALUES.refund)).kinds)).toEqual([canaries.ids.refundId]);
    expect(idsIn((await find(canaries.ids.entryId)).kinds)).toEqual([canaries.ids.entryId]);
    expect(idsIn((await find(canaries.ids.event.id)).kinds)).toEqual([canaries.ids.event.id]);
  });
});

describe("words", () => {
  const withoutMovements = SEARCHED_KINDS.filter((kind) => kind !== "wallet_movement");

  it("words are searched only in the lists of record kinds that can contain these words", async () => {
    expect(await kindsWithWords(app.db, CANARY_WORD, SEARCHED_KINDS)).toEqual(withoutMovements);
    // Only a few programmes exist, so they are searched for parts of words.
    expect(await kindsWithWords(app.db, "nothing like this", SEARCHED_KINDS)).toEqual(["grant_programme"]);
    expect(await kindsWithWords(app.db, "nothing like 2026", ["transaction", "user"])).toEqual(["transaction"]);
    const { kinds } = await find(CANARY_WORD);
    expect(kinds.map(({ kind }) => kind)).toEqual(withoutMovements);
  });

  it("search words find a payment, a manual transfer and a promotion by a reference or code that has no digits", async () => {
    const changes: [SearchedRecordType, string, string][] = [
      ["transaction", "transactions", "provider_reference = 'quokkacode'"],
      ["wallet_movement", "wallet_movements", "external_reference = 'quokkacode'"],
      ["promotion", "promotion_codes", `code = 'QUOKKACODE' where promotion_id = '${canaries.found.promotion.id}'`],
    ];
    for (const [kind, table, change] of changes) {
      const undo = new Error();
      const reading = app.db.transaction(async (tx) => {
        await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
        await tx.execute(sql.raw(`update ${table} set ${change}`));
        expect(await kindsWithWords(tx, "quokkacode", [kind])).toEqual([kind]);
        throw undo;
      });
      await expect(reading).rejects.toBe(undo);
    }
  });
});

describe("search without results", () => {
  it.each([
    [
      "KYC-999999",
      "This looks like a reference of identity requests, but there is none with it. Check how it is written.",
    ],
    [
      "TRX-12345",
      "This looks like a reference of transactions. After TRX- come 12 letters and digits, and here are 5. Check how it is written.",
    ],
    [
      "0809 999 8887",
      "This looks like a phone number, but no record that you may read has it. Check how it is written.",
    ],
    [
      "nobody@nowhere.example",
      "This looks like an email address, but no record that you may read has it. Check how it is written.",
    ],
    [
      "ABC-000123",
      "This looks like a reference. No reference of ours begins with ABC. They begin with KYC, IR, WAL, TRX, RFD, ORD, TKT, GRA or PAY. Check how it is written.",
    ],
  ])("a search without results explains what kind of value %s is and why nothing is found", async (text, hint) => {
    expect(await find(text)).toEqual({ kinds: [], slow: [], hint });
  });

  it("a search without results states that the roles lack the right, without revealing whether such a record exists", async () => {
    const { token } = await makeAdmin(app, { rights: makeRights({ Events: ["read"] }) });
    const hint =
      "This looks like a reference of identity requests, but your roles don't include reading them. Ask an administrator.";
    expect(await find(CANARY_VALUES.kyc, token)).toEqual({ kinds: [], slow: [], hint });
    expect(await find("KYC-999999", token)).toEqual({ kinds: [], slow: [], hint });
  });

  it("a search without results has no hint for ordinary words; a text of blanks finds nothing", async () => {
    expect(await find("nothing like this")).toEqual({ kinds: [], slow: [] });
    expect(await find("   ")).toEqual({ kinds: [], slow: [] });
    expect(await find("q")).toEqual({ kinds: [], slow: [], hint: "Type two letters or more to search records." });
  });
});

it("the record search counts all matches and links the list with the same words", async () => {
  const { kinds } = await find(CANARY_WORD);
  const users = kinds.find(({ kind }) => kind === "user");
  expect(users).toMatchObject({ total: 1, url: `/dashboard/user-management/users?q=${CANARY_WORD}` });
  expect(kinds.map(({ kind }) => kind)).toEqual(
    SEARCHED_KINDS.filter((kind) => kinds.some((each) => each.kind === kind)),
  );
  const withoutList = kinds.filter(({ url }) => url === undefined);
  expect(withoutList.map(({ kind }) => kind)).toEqual(["ledger_entry"]);
});

it("the record search reports which kinds of records were too slow to search, and returns the others in time", async () => {
  const { kinds, slow } = await app.db.transaction(async (tx) => {
    await tx.execute(sql`lock table users in access exclusive mode`);
    return find("festival");
  });
  expect(kinds.map(({ kind }) => kind)).toEqual(["event"]);
  expect(slow).toEqual(expect.arrayContaining(["users", "identity requests", "tickets"]));
  expect(slow).not.toContain("announcements");
  expect((await find("festival")).slow).toEqual([]);
});

it("the record search returns 503 if no kind of record can be read in time, and does not delay other calls", async () => {
  const answer = await app.db.transaction(async (tx) => {
    await tx.execute(sql`lock table users, ireports in access exclusive mode`);
    const { token } = await makeAdmin(app, { rights: makeRights({ "User Management": ["read"], iReports: ["read"] }) });
    const searching = app.call("GET", "/search?q=festival", { token });
    expect((await app.call("GET", "/events?q=festival", { token: owner.token })).status).toBe(200);
    return searching;
  });
  expect(answer.status).toBe(503);
});

it("the record search ends when the client has disconnected, without waiting for kinds that have not answered", async () => {
  const client = new AbortController();
  const answer = await app.db.transaction(async (tx) => {
    await tx.execute(sql`lock table users, ireports in access exclusive mode`);
    const { token } = await makeAdmin(app, { rights: makeRights({ "User Management": ["read"], iReports: ["read"] }) });
    const searching = app.call("GET", "/search?q=festival", { token, signal: client.signal });
    client.abort();
    return searching;
  });
  expect([answer.status, answer.json.data]).toEqual([200, { kinds: [], slow: [] }]);
});

it.each([MAX_SEARCH_LENGTH, 100, 60])(
  "the search accepts a word with an emoji across the maximum of %i UTF-16 units",
  async (limit) => {
    expect(await find(`1${"a".repeat(limit - 2)}😀 and more`)).toEqual({ kinds: [], slow: [] });
  },
);

it("the record search refuses callers without a session, and texts that are too long", async () => {
  expect((await app.call("GET", "/search?q=ada")).status).toBe(401);
  expect((await app.call("GET", `/search?q=${"a".repeat(1_001)}`, { token: owner.token })).status).toBe(400);
  expect((await app.call("GET", "/search?q=ada&kind=user", { token: owner.token })).status).toBe(400);
});

describe("registry of record kinds", () => {
  /** Lists with a search that the record search omits, for example because their rows are not records of their own. */
  const NOT_SEARCHED: Route[] = [
    routes.approvals.list,
    routes.appConfig.acceptances,
    routes.appConfig.faqMisses,
    routes.appConfig.texts,
    routes.appConfig.webhookDeliveries,
    routes.event.cancellationSteps,
    routes.event.scanConflicts,
    routes.grant.batchRows,
    routes.promotion.abuse,
    routes.promotion.codes,
    routes.promotion.redemptions,
    // Records that are found through their transactions, or on the page of reconciliation.
    routes.reconciliation.items,
    routes.reconciliation.statements,
    routes.revenueHeads.list,
    routes.transaction.disputes,
    routes.systemLogs.auditTrails,
    routes.systemLogs.userActivities,
    routes.systemLogs.userActivityAll,
    routes.systemWallet.statement,
    // User groups are not searched, because counting their members takes seconds.
    routes.user.groups,
    routes.user.statement,
  ];

  it("the registry of record kinds makes the records of every list with a search findable", () => {
    const isList = (schema: unknown) => "total" in ((schema as { shape?: object })?.shape ?? {});
    const lists = Object.entries(contract).flatMap(([group, calls]) =>
      Object.entries(calls).flatMap(([name, call]) => {
        const { inputSchema, outputSchema, meta } = call["~orpc"];
        const hasSearch = "q" in ((inputSchema as { shape?: object } | undefined)?.shape ?? {});
        const route = (routes as Record<string, Record<string, Route>>)[group]?.[name];
        return route && hasSearch && isList(outputSchema) && typeof meta.policy === "object"
          ? [[`${group}.${name}`, route] as const]
          : [];
      }),
    );
    const searched = SEARCHED_KINDS.map((kind) => RECORD_KINDS[kind].list?.call);
    const missing = lists.filter(([, route]) => !searched.includes(route) && !NOT_SEARCHED.includes(route));
    expect(missing.map(([name]) => name)).toEqual([]);
    expect(lists.length).toBeGreaterThan(SEARCHED_KINDS.length);
  });

  it("the registry of record kinds has a URL, a right and a row mapping for every kind with a list", () => {
    for (const kind of SEARCHED_KINDS) {
      const { address, opens, list } = RECORD_KINDS[kind as RecordType];
      expect([kind, Boolean(address), Boolean(opens), kind in SEARCH_RESULT_OF_ROW]).toEqual([kind, true, true, true]);
      expect(FEATURES.some((feature) => JSON.stringify(list?.call.policy).includes(feature))).toBe(true);
    }
  });
});

describe("pins", () => {
  const pinsOf = async (token: string) =>
    (await app.call("GET", "/search/pins", { token })).json.data.items as {
      id: string;
      kind: string;
      title: string;
      url: string;
    }[];
  const pin = (token: string, body: object) => app.call("POST", "/search/pins", { token, body });
  const unpin = (token: string, kind: string, id: string) =>
    app.call("DELETE", `/search/pins/${kind}/${id}`, { token });

  it("pinned records are kept per admin, latest first, and can be removed", async () => {
    const [admin, other] = [await makeAdmin(app), await makeAdmin(app)];
    const { id } = canaries.found.user;
    const event = canaries.ids.event;
    expect((await pin(admin.token, { kind: "user", id, title: "Quokkafen Obi", detail: "Active" })).status).toBe(200);
    const answer = await pin(admin.token, { kind: "event", id: event.id, title: event.title });
    expect(answer.json.data.items.map((each: { kind: string }) => each.kind)).toEqual(["event", "user"]);
    await pin(admin.token, { kind: "user", id, title: "Quokkafen Obi" });
    expect(await pinsOf(admin.token)).toMatchObject([
      { kind: "user", title: "Quokkafen Obi", url: `/dashboard/user-management/users/${id}` },
      { kind: "event", id: event.id },
    ]);
    expect(await pinsOf(other.token)).toEqual([]);
    expect((await unpin(admin.token, "user", id)).status).toBe(200);
    expect((await pinsOf(admin.token)).map(({ kind }) => kind)).toEqual(["event"]);
    expect((await unpin(admin.token, "user", id)).status).toBe(404);
  });

  it("pinning a record adds nothing to the audit trail, because the record's title is sent by the client", async () => {
    const admin = await makeAdmin(app);
    const { id } = canaries.found.user;
    await pin(admin.token, { kind: "user", id, title: "Name that is not the record's" });
    await unpin(admin.token, "user", id);
    await unpin(admin.token, "user", id);
    const rows = (await app.audit()).filter(({ adminId }) => adminId === admin.id);
    // The audit trail contains only the refused attempt, without the record.
    expect(rows.map(({ action, outcome, recordId }) => [action, outcome, recordId])).toEqual([
      ["search.unpin", "refused", null],
    ]);
  });

  it("pinned records are refused for kinds that the admin may not read or that don't exist, and hidden when the right is lost", async () => {
    const admin = await makeAdmin(app, { rights: makeRights({ Events: ["read"], "User Management": ["read"] }) });
    const { id } = canaries.found.kyc;
    expect((await pin(admin.token, { kind: "kyc", id, title: "Quokkafen" })).status).toBe(403);
    expect((await pin(admin.token, { kind: "session", id, title: "x" })).status).toBe(400);
    expect((await pin(admin.token, { kind: "user", id: "x", title: "x" })).status).toBe(400);
    expect((await pin(admin.token, { kind: "user", id, title: " " })).status).toBe(400);
    await pin(admin.token, { kind: "user", id: canaries.found.user.id, title: "Quokkafen Obi" });
    await app.db.execute(
      sql`update roles set features = ${JSON.stringify(makeRights({ Events: ["read"] }))}::jsonb where id = ${admin.roleId}`,
    );
    expect(await pinsOf(admin.token)).toEqual([]);
  });

  it(`an admin can pin at most ${MAX_PINS} records`, async () => {
    const admin = await makeAdmin(app);
    for (let n = 0; n < MAX_PINS; n++) await pin(admin.token, { kind: "user", id: uuid(), title: `User ${n}` });
    const refused = await pin(admin.token, { kind: "user", id: uuid(), title: "One more" });
    expect([refused.status, refused.json.message]).toEqual([
      409,
      "You have pinned 20 records, the most there can be. Unpin one first.",
    ]);
    expect(await pinsOf(admin.token)).toHaveLength(MAX_PINS);
  });
});

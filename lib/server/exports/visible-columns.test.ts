// Slow: exports every list for two admins and reads the same records by the API.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Feature } from "@/lib/contract/access";
import { makeRights } from "@/lib/contract/access";
import { PERSONAL_FIELDS, type PersonalField, policyToSeeField } from "@/lib/contract/personal.values";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import { legalAcceptances } from "@/lib/server/db/schema/content-entries";
import { tickets } from "@/lib/server/db/schema/event";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeDispute } from "@/lib/server/testing/disputes";
import { makeEvent } from "@/lib/server/testing/events";
import { makeGrantApplication, makeGrantProgramme } from "@/lib/server/testing/grants";
import { makeIreport } from "@/lib/server/testing/ireports";
import { bankAccountColumns, makeBankPayoutMethod, payoutCallsOf } from "@/lib/server/testing/payouts";
import { makePromotion, makeRedemption } from "@/lib/server/testing/promotions";
import { daysAgo, makeBankAccount, storeClosedDay } from "@/lib/server/testing/reconciliation";
import { reconciliationItemMakers } from "@/lib/server/testing/reconciliation-items";
import { makeTickets } from "@/lib/server/testing/tickets";
import { EXPORT_DOCUMENTS } from "./documents";
import { EXPORT_LISTS, type ExportList, type ExportListName } from "./lists";

const ALL_LISTS: Record<ExportListName, ExportList> = EXPORT_LISTS;
const listNames = Object.keys(ALL_LISTS) as ExportListName[];

describe("the declarations of personal data", () => {
  /** Matches headers of columns with citizens' personal data. Headers for admins and organisations are listed as exceptions. */
  const PERSONAL_HEADER =
    /name|phone|email|^user$|holder|applicant|reporter|bank|account|identity number|card|birth|address|before|after/i;
  const NOT_PERSONAL: Partial<Record<ExportListName, readonly string[]>> = {
    "audit-trails": ["Admin email", "Address"],
    "emergency-numbers": ["Name"],
    promotions: ["Name"],
    "reconciliation-items": ["Account"],
    "revenue-heads": ["Name", "Bank", "Account number"],
    "revenue-report": ["Name"],
    transactions: ["Name of the revenue head"],
    users: ["User"],
    "wallet-closing-balances": ["Account", "Account in words"],
    "wallet-movements": ["Account", "Account in words", "Bank or letter"],
    "wallet-statement": ["Account", "Account in words"],
  };

  it.each(listNames)(
    "each column with personal data of the export %s is declared as personal, in the list and in its route",
    (name) => {
      const { columns, route } = ALL_LISTS[name];
      const undeclared = columns.filter(([header, , field]) => PERSONAL_HEADER.test(header) && !field).map(([h]) => h);
      expect(undeclared).toEqual(NOT_PERSONAL[name] ?? []);
      const fields = [...new Set(columns.flatMap(([, , field]) => field ?? []))];
      expect([...fields].sort()).toEqual([...(route.personal ?? [])].sort());
    },
  );

  /**
   * Fields that a call hides in its response from admins without the right to them. For other fields, the call itself requires the right.
   */
  const HIDDEN_IN_ANSWER = ["acceptance.phone", "trial.phone"];
  const ROUTE_OF_FIELD: Record<PersonalField, Route | null> = {
    "kyc.name": routes.kyc.single,
    "kyc.phone": routes.kyc.single,
    "kyc.identity_number": routes.kyc.single,
    "user.name": routes.user.single,
    "user.phone": routes.user.single,
    "user.email": routes.user.single,
    "acceptance.name": routes.appConfig.acceptances,
    "acceptance.phone": routes.appConfig.acceptances,
    "application.name": routes.grant.application,
    "application.contact_phone": routes.grant.application,
    "application.bank_account": routes.grant.application,
    "application.phone": null,
    "application.email": null,
    "redemption.name": routes.promotion.redemptions,
    "redemption.phone": null,
    "trial.phone": routes.promotion.people,
    "transaction.name": routes.transaction.single,
    "transaction.phone": routes.transaction.single,
    "transaction.email": routes.transaction.single,
    "transaction.card": routes.transaction.single,
    "transaction.bank_account": routes.transaction.single,
    "movement.name": routes.systemWallet.movement,
    "ireport.name": routes.ireport.single,
    "ireport.phone": routes.ireport.single,
    "ticket.name": routes.event.ticket,
    "ticket.phone": routes.event.ticket,
    "ticket.email": routes.event.ticket,
    "award.name": routes.grant.application,
    "payout.name": routes.grant.batchRows,
    "payout.bank_account": routes.grant.batchRows,
    "audit_trail.changes": routes.systemLogs.auditTrail,
  };

  it.each(PERSONAL_FIELDS)("requires the same right for the personal field %s as the call that returns it", (field) => {
    const route = ROUTE_OF_FIELD[field];
    if (HIDDEN_IN_ANSWER.includes(field)) expect(route?.policy).not.toEqual(policyToSeeField(field));
    else if (route) expect(route.policy).toEqual(policyToSeeField(field));
    else expect(policyToSeeField(field)).toEqual(routes.user.single.policy);
  });
});

describe("a file", () => {
  let app: TestApp;
  let fullAdmin: Awaited<ReturnType<typeof makeAdmin>>;
  /** Phones, emails, last names, addresses, birth dates and an account number of the test's citizens. */
  let personalValues: string[];
  const ids: Record<"programme" | "batch" | "promotion" | "day", string> = {
    programme: "",
    batch: "",
    promotion: "",
    day: "",
  };

  beforeAll(async () => {
    app = await startTestApp();
    fullAdmin = await makeAdmin(app);
    await makeKycRequest(app);
    await makeIreport(app);
    await makeTickets(app, await makeEvent(app));
    const promotion = await makePromotion(app, fullAdmin, {});
    const { transactionId } = await makeRedemption(app, promotion, {});
    await app.db.insert(walletMovements).values({
      id: "00000000-0000-7000-8000-0000000000a1",
      kind: "clear",
      account: "suspense",
      direction: "decrease",
      amount: 1_000,
      note: "Paid twice",
      transactionId,
      requestedBy: fullAdmin.id,
    });
    const acceptingUser = await makeUser(app);
    await app.db.insert(legalAcceptances).values({ kind: "terms", number: 1, userId: acceptingUser.id, app: "demo" });
    await makeDispute(app);
    await makeBankPayoutMethod(app);
    const programme = await makeGrantProgramme(app, fullAdmin, {});
    await makeGrantApplication(app, programme, { state: "disbursed", contactPhone: "+2348099990001" });
    await makeGrantApplication(app, programme, {
      ...{ state: "approved", contactPhone: "+2348099990002" },
      ...bankAccountColumns("0123456789"),
    });
    const batch = await payoutCallsOf(app, fullAdmin).create(programme.id);
    Object.assign(ids, {
      programme: programme.id,
      batch: batch.json.data.id,
      promotion: promotion.id,
      day: daysAgo(3),
    });
    await storeClosedDay(app, ids.day, fullAdmin.id, (await makeAdmin(app)).id);
    const allUsers = await app.db.select().from(users);
    await reconciliationItemMakers(app, await makeBankAccount(app)).bank(1_000, { narration: "Transfer" });
    personalValues = [
      ...["+2348099990001", "+2348099990002", "0123456789"],
      ...allUsers.flatMap(({ phone, email, lastName, address, dateOfBirth }) => [
        phone,
        email ?? phone,
        lastName,
        address,
        dateOfBirth,
      ]),
    ];
  });
  afterAll(() => app.stop());

  const READ_CALLS: Record<ExportListName, { list: string; single?: string; body?: object; path?: () => string }> = {
    acceptances: { list: "/app-config/acceptances?kind=terms", body: { kind: "terms" } },
    "audit-trails": { list: "/system-logs/audit-trails", single: "/system-logs/audit-trails" },
    disputes: { list: "/transactions/disputes", single: "/transactions/disputes" },
    "emergency-numbers": { list: "/app-config/emergency-numbers" },
    events: { list: "/events" },
    "grant-applications": { list: "/grants/applications", single: "/grants/applications" },
    "grant-awards": {
      ...{ list: "/grants/applications", single: "/grants/applications" },
      path: () => `/grants/programmes/${ids.programme}/awards/export`,
    },
    "grant-payouts": { list: "/grants/batches/{batch}/rows", path: () => `/grants/batches/${ids.batch}/statement` },
    ireports: { list: "/ireports", single: "/ireports" },
    "kyc-requests": { list: "/kyc", single: "/kyc" },
    "promotion-codes": {
      list: "/promotions/{promotion}/codes",
      path: () => `/promotions/${ids.promotion}/codes/export`,
    },
    "promotion-redemptions": { list: "/promotions/redemptions" },
    promotions: { list: "/promotions" },
    "reconciliation-items": { list: "/wallets/reconciliation/items", single: "/wallets/reconciliation/items" },
    "revenue-heads": { list: "/wallets/revenue-heads" },
    "revenue-report": { list: "/wallets/revenue-report", path: () => "/wallets/revenue-report/export" },
    "reconciliation-day": {
      list: "/wallets/reconciliation/days",
      path: () => `/wallets/reconciliation/days/${ids.day}/export`,
    },
    tickets: { list: "/events/tickets", single: "/events/tickets" },
    transactions: { list: "/transactions", single: "/transactions" },
    users: { list: "/user-management/users", single: "/user-management/users" },
    "wallet-closing-balances": {
      list: "/wallets/accounts/suspense/closing-balances",
      path: () => "/wallets/accounts/suspense/closing-balances/export",
    },
    "wallet-movements": { list: "/wallets/movements", single: "/wallets/movements" },
    "wallet-statement": {
      list: "/wallets/accounts/suspense/statement",
      path: () => "/wallets/accounts/suspense/statement/export",
    },
  };

  const downloadFile = async (name: ExportListName, token: string) => {
    const { path, body = {} } = READ_CALLS[name];
    const linkAnswer = await app.call("POST", path?.() ?? ALL_LISTS[name].route.path, { token, body });
    expect([name, linkAnswer.status]).toEqual([name, 200]);
    const file = await app.call("GET", `/exports/${linkAnswer.json.data.token}`, { token });
    expect(file.status).toBe(200);
    const [head = "", ...rows] = (await (file.json as Blob).text()).split("\r\n");
    return { head, text: rows.join("\n"), rows: rows.length - 1 };
  };

  const readAnswers = async (name: ExportListName, token: string) => {
    const { list, single } = READ_CALLS[name];
    const path = list.replace("{batch}", ids.batch).replace("{promotion}", ids.promotion);
    const listed = await app.call("GET", path, { token });
    expect([name, listed.status]).toEqual([name, 200]);
    const records = single ? (listed.json.data.items as { id: string }[]) : [];
    const read = await Promise.all(records.map(({ id }) => app.call("GET", `${single}/${id}`, { token })));
    return JSON.stringify([listed.json, ...read.map(({ json }) => json)]);
  };

  it.each(listNames)("exports no personal data of %s that the API hides from the same admin", async (name) => {
    const { policy } = ALL_LISTS[name].route;
    const feature = (policy as { feature: Feature }).feature;
    const reader = await makeAdmin(app, { rights: makeRights({ [feature]: ["read", "export"] }) });
    const file = await downloadFile(name, reader.token);
    const answers = await readAnswers(name, reader.token);
    const leakedValues = personalValues.filter((value) => file.text.includes(value) && !answers.includes(value));
    expect(leakedValues).toEqual([]);
    const hidden = (ALL_LISTS[name].route.personal ?? []).filter((field) => {
      const shownBy = policyToSeeField(field) as { feature: Feature };
      return shownBy.feature !== feature;
    });
    expect(file.head.includes("(hidden: needs User Management)")).toBe(hidden.length > 0);
    const headers = ALL_LISTS[name].columns.filter(([, , field]) => field && hidden.includes(field)).map(([h]) => h);
    const rows = (await app.audit()).filter(
      ({ adminId, outcome, action }) =>
        adminId === reader.id && outcome === "done" && /export|statement|download/i.test(action),
    );
    expect(rows.map(({ after }) => after?.hidden_columns)).toEqual(
      Array(2).fill(headers.length ? headers.join(", ") : undefined),
    );
  });

  it.each(listNames)("exports all columns of %s for a full administrator", async (name) => {
    const { head, text, rows } = await downloadFile(name, fullAdmin.token);
    expect(head).not.toContain("hidden");
    const phones = ALL_LISTS[name].columns.filter(([header]) => /phone/i.test(header)).length;
    expect([name, rows > 0 && phones > 0]).toEqual([name, rows > 0 && /\+234\d{10}/.test(text)]);
    if (ALL_LISTS[name].route.personal?.length) expect(rows).toBeGreaterThan(0);
  });

  it.each(["transaction-receipt", "event-ticket"] as const)(
    "refuses the PDF of %s without the right to its personal data",
    async (name) => {
      const { route }: { route: Route } = EXPORT_DOCUMENTS[name];
      const { feature } = route.policy as { feature: Feature };
      const exporter = await makeAdmin(app, { rights: makeRights({ [feature]: ["export"] }) });
      const table = name === "event-ticket" ? tickets : transactions;
      const [{ id } = { id: "" }] = await app.db.select({ id: table.id }).from(table);
      const denied = await app.call("POST", route.path.replace(/\{\w+\}/, id), { token: exporter.token, body: {} });
      expect(denied.status).toBe(403);
    },
  );

  it("an export leaves personal columns empty if the admin loses the right to them between requesting and opening the link", async () => {
    const reader = await makeAdmin(app, {
      rights: makeRights({ Promotions: ["read", "export"], "User Management": ["read"] }),
    });
    const linkAnswer = await app.call("POST", "/promotions/redemptions/export", { token: reader.token, body: {} });
    await app.db.execute(
      `update roles set features = '${JSON.stringify(makeRights({ Promotions: ["read", "export"] }))}' where id = '${reader.roleId}'`,
    );
    const file = await app.call("GET", `/exports/${linkAnswer.json.data.token}`, { token: reader.token });
    const text = await (file.json as Blob).text();
    expect(text).toContain("Phone (hidden: needs User Management)");
    expect(text).not.toMatch(/\+234\d{10}/);
  });
});

import { asc, eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { ireports } from "@/lib/server/db/schema/ireport";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  type MadeIreportCategory,
  makeIreport,
  makeIreportCategory,
  uploadTestFile,
} from "@/lib/server/testing/ireports";
import { makeJpeg, makePdf } from "@/lib/server/testing/pictures";
import { countUrgentMails } from "@/lib/server/testing/queued-news";

let app: TestApp;
type Admin = Awaited<ReturnType<typeof makeAdmin>>;
let grace: Admin;
let ogar: Admin;
let chief: Admin;
let category: MadeIreportCategory;
const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
const OFFICER_RIGHTS = makeRights({ iReports: ["read", "update"] });

beforeAll(async () => {
  app = await startTestApp();
  grace = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Grace" });
  ogar = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Ogar" });
  chief = await makeAdmin(app, { firstName: "Chief" });
  category = await makeIreportCategory(app);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.mails();
});

const callAs = (method: string, path: string, actor: Admin, body: object = {}) =>
  app.call(method, `/ireports${path}`, { token: actor.token, body: method === "GET" ? undefined : body });
const fetchReport = (id: string, actor = grace) => callAs("GET", `/${id}`, actor);
const patch = (id: string, path: string, body: object, actor = grace) => callAs("PATCH", `/${id}/${path}`, actor, body);
const createReport = (values: Parameters<typeof makeIreport>[1] = {}) => makeIreport(app, { category, ...values });
const storedReport = async (id: string) => (await app.db.select().from(ireports).where(eq(ireports.id, id)))[0];
const auditRows = (id: string) =>
  app.db.select().from(auditTrails).where(eq(auditTrails.recordId, id)).orderBy(asc(auditTrails.id));
const mailTo = (mails: { to: string; subject: string; text: string }[], user: { email: string } | null) =>
  mails.filter(({ to }) => to === user?.email);

describe("a report's page", () => {
  it("returns a report with its reporter and messages, and separately the internal notes", async () => {
    const report = await createReport({ lat: 4.96, lng: 8.33, ward: "Ward 5" });
    await callAs("POST", `/${report.id}/notes`, ogar, { text: "internal words" });
    await callAs("POST", `/${report.id}/updates`, grace, { text: "public words" });
    const { status, json } = await fetchReport(report.id);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      number: report.number,
      title: report.title,
      text: report.text,
      ward: "Ward 5",
      lat: 4.96,
      category: { id: category.id, private: false },
      reporter: {
        id: report.reporter?.id,
        name: `Ekaette ${report.reporter?.lastName}`,
        phone: report.reporter?.phone,
      },
      messages: [{ kind: "update", text: "public words", by: { id: grace.id }, photos: [] }],
      notes: [{ text: "internal words", by: { id: ogar.id } }],
      original: null,
      duplicates: [],
      rating: null,
      reopen_until: null,
      state: "acknowledged",
      owner: { id: grace.id, name: grace.name, email: grace.email },
    });
    const timelineActions = json.data.timeline.map(({ action }: { action: string }) => action);
    expect(timelineActions).toEqual(["ireport.inform", "ireport.inform", "ireport.note"]);
    expect(json.data.timeline[1].changes).toContainEqual({
      field: "owner",
      before: null,
      after: `${grace.name} (${grace.email})`,
    });
  });

  it("returns 404 for unknown reports, and 403 without the right to read reports", async () => {
    expect((await fetchReport(UNKNOWN_ID)).status).toBe(404);
    const adminWithoutRights = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read", "update"] }) });
    const reader = await makeAdmin(app, { rights: makeRights({ iReports: ["read"] }) });
    const { id } = await createReport();
    expect((await fetchReport(id, adminWithoutRights)).status).toBe(403);
    expect((await fetchReport(id, reader)).status).toBe(200);
    expect((await patch(id, "claim", {}, reader)).status).toBe(403);
    for (const path of ["claim", "release"]) expect((await patch(UNKNOWN_ID, path, {})).status).toBe(404);
  });
});

describe("claiming and releasing", () => {
  it("acknowledges a new report when it is claimed, notifies the reporter once, and keeps the resolution deadline", async () => {
    const report = await createReport();
    const claimed = await patch(report.id, "claim", {});
    expect(claimed.json.data).toMatchObject({ owner: { id: grace.id }, state: "acknowledged", version: 2 });
    expect((await auditRows(report.id)).at(-1)).toMatchObject({
      action: "ireport.claim",
      recordType: "ireport",
      recordName: report.number,
      before: { state: "submitted", owner: null },
      after: { state: "acknowledged", owner: grace.id },
    });
    expect(await countUrgentMails(app)).toBe(1);
    const mails = await app.mails();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      to: report.reporter?.email,
      subject: `Your report ${report.number} was received`,
    });
    const released = await patch(report.id, "release", {});
    expect(released.json.data).toMatchObject({ owner: null, state: "acknowledged" });
    const again = await patch(report.id, "claim", {}, ogar);
    expect(again.json.data).toMatchObject({ owner: { id: ogar.id }, due_at: report.dueAt.toISOString() });
    expect(again.json.data.state_due_at).toBe(claimed.json.data.state_due_at);
    expect(await app.mails()).toEqual([]);
  });

  it("refuses to claim or release a report that is another officer's, already claimed, unassigned or closed", async () => {
    const { id } = await createReport();
    expect((await patch(id, "release", {})).json.message).toContain("nothing to release");
    await patch(id, "claim", {});
    expect((await patch(id, "claim", {})).json.message).toBe("You have already claimed this report.");
    const other = await patch(id, "claim", {}, ogar);
    expect(other).toMatchObject({ status: 409, json: { current: { owner: { id: grace.id } } } });
    expect(other.json.message).toContain(grace.name);
    expect((await patch(id, "release", {}, ogar)).json.message).toContain(grace.name);
    await patch(id, "rejection", { version: 2, reason: "spam_or_test", message: "This was only a test." });
    expect((await patch(id, "claim", {}, ogar)).json.message).toBe(`${grace.name} rejected this report already.`);
    expect((await patch(id, "claim", {})).json.message).toBe("You rejected this report already.");
  });

  it("allows only one of two concurrent claims of a report, and returns the first officer's name to the other, in 30 rounds", async () => {
    for (let round = 0; round < 30; round++) {
      const { id } = await createReport();
      const answers = await Promise.all([patch(id, "claim", {}), patch(id, "claim", {}, ogar)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const winner = answers[0]?.status === 200 ? grace : ogar;
      expect(answers.find(({ status }) => status === 409)?.json.message).toContain(winner.name);
      expect((await storedReport(id))?.ownerId).toBe(winner.id);
    }
  });

  it("releases the reports of a suspended admin, with an audit row for each", async () => {
    const leavingAdmin = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Leaver" });
    const { id } = await createReport({ ownerId: leavingAdmin.id, state: "in_progress" });
    const closed = await createReport({ ownerId: leavingAdmin.id, state: "resolved" });
    const suspended = await app.call("PATCH", "/users/admin/status-update", {
      token: chief.token,
      body: { status: "suspended", admin_id: leavingAdmin.id },
    });
    expect(suspended.status, JSON.stringify(suspended.json)).toBe(200);
    expect(await storedReport(id)).toMatchObject({ ownerId: null, state: "in_progress", version: 2 });
    expect((await storedReport(closed.id))?.ownerId).toBe(leavingAdmin.id);
    expect((await auditRows(id)).at(-1)).toMatchObject({ before: { owner: leavingAdmin.id }, after: { owner: null } });
  });
});

describe("two officers at the same time", () => {
  it("of two officers who act on a report concurrently, one succeeds; the other gets the first officer's name and the current state", async () => {
    for (let round = 0; round < 20; round++) {
      const { id, version } = await createReport({ state: "in_progress" });
      const answers = await Promise.all([
        patch(id, "resolution", { version, note: "The hole was filled today." }),
        patch(id, "rejection", { version, reason: "nothing_found", message: "We found nothing there." }, ogar),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const conflictAnswer = answers.find(({ status }) => status === 409)?.json;
      const winner = answers[0]?.status === 200 ? grace : ogar;
      expect(conflictAnswer.message).toContain(winner.name);
      expect(conflictAnswer.current.state).toBe(answers[0]?.status === 200 ? "resolved" : "rejected");
    }
  });

  it("only the owner of an open report may act on it; an outdated version is refused with the last change", async () => {
    const { id } = await createReport({ state: "in_progress" });
    await patch(id, "claim", {});
    const body = { version: 2 };
    const attempts = [
      patch(id, "question", { ...body, text: "Where exactly?" }, ogar),
      patch(id, "resolution", { ...body, note: "Filled this morning." }, ogar),
      patch(id, "rejection", { ...body, reason: "other", message: "Not for us to do." }, ogar),
      patch(id, "original", { ...body, original_id: UNKNOWN_ID }, ogar),
      patch(id, "priority", { ...body, priority: "high" }, ogar),
      patch(id, "category", { ...body, category_id: category.id }, ogar),
      callAs("POST", `/${id}/updates`, ogar, { text: "Hello" }),
    ];
    for (const refused of await Promise.all(attempts)) {
      expect(refused.status).toBe(409);
      expect(refused.json.message).toContain(`${grace.name} is working on this report`);
    }
    expect((await callAs("POST", `/${id}/notes`, ogar, { text: "I know the place." })).status).toBe(200);
    await patch(id, "priority", { ...body, priority: "high" });
    const staleResolution = await patch(id, "resolution", { ...body, note: "Filled this morning." });
    expect(staleResolution.json.message).toContain("You changed the priority of this report since you opened it");
    expect(staleResolution.json.current).toMatchObject({ priority: "high", version: 3 });
  });
});

describe("asking the citizen", () => {
  it("pauses both deadlines of a report while a question to the citizen is open; resuming moves both due times", async () => {
    const report = await createReport({ state: "in_progress" });
    const askedCitizen = await patch(report.id, "question", { version: 1, text: "Which side of the road?" });
    expect(askedCitizen.json.data).toMatchObject({
      state: "waiting_for_citizen",
      resume_state: "in_progress",
      owner: { id: grace.id },
      due_at: report.dueAt.toISOString(),
      state_since: report.stateSince.toISOString(),
    });
    expect(askedCitizen.json.data.stopped_at).not.toBeNull();
    expect(askedCitizen.json.data.messages).toMatchObject([{ kind: "question", text: "Which side of the road?" }]);
    const [mail] = mailTo(await app.mails(), report.reporter);
    expect(mail?.subject).toBe(`Your report ${report.number} needs an answer from you`);
    expect(mail?.text).toContain("Which side of the road?");
    const resumed = await patch(report.id, "state", { version: askedCitizen.json.data.version, state: "resume" });
    const stoppedFor = (await storedReport(report.id))?.stoppedMs ?? -1;
    expect(stoppedFor).toBeGreaterThanOrEqual(0);
    expect(resumed.json.data).toMatchObject({
      state: "in_progress",
      stopped_at: null,
      due_at: new Date(report.dueAt.getTime() + stoppedFor).toISOString(),
      state_due_at: new Date((report.stateDueAt?.getTime() ?? 0) + stoppedFor).toISOString(),
    });
  });

  it("claims and acknowledges a new report when an officer asks its reporter a question, with one mail for both", async () => {
    const report = await createReport();
    const askedCitizen = await patch(report.id, "question", { version: 1, text: "Which side of the road?" });
    expect(askedCitizen.json.data).toMatchObject({ resume_state: "acknowledged", owner: { id: grace.id } });
    expect((await auditRows(report.id)).map(({ after }) => after?.state)).toEqual([
      "acknowledged",
      "waiting_for_citizen",
    ]);
    expect(await app.mails()).toHaveLength(1);
  });
});

describe("resolving", () => {
  it("resolves a report with a note and photos, and notifies all reporters, also of duplicates, by their own names", async () => {
    const report = await createReport({ state: "in_progress" });
    const other = await createReport({ state: "duplicate", originalId: report.id });
    const again = await createReport({ state: "duplicate", originalId: report.id, reporterId: other.reporter?.id });
    const anonymousDuplicate = await createReport({ state: "duplicate", originalId: report.id, anonymous: true });
    const efiom = await makeUser(app, { firstName: "Efiom", lastName: "Duke" });
    const namedDuplicate = await createReport({ state: "duplicate", originalId: report.id, reporterId: efiom.id });
    const sent = await uploadTestFile(app, "/ireports/uploads", await makeJpeg(1), { token: grace.token });
    expect(sent.status, JSON.stringify(sent.json)).toBe(200);
    const note = `Dear Ekaette, the hole is filled. Thank you, Ekaette ${report.reporter?.lastName}!`;
    const resolved = await patch(report.id, "resolution", { version: 1, note, photos: [sent.json.data.id] });
    expect(resolved.json.data).toMatchObject({
      state: "resolved",
      state_due_at: null,
      messages: [{ kind: "resolution", text: note, photos: [{ width: 600, height: 720 }] }],
      pictures: [],
      photos: 0,
    });
    const days =
      (Date.parse(resolved.json.data.reopen_until) - Date.parse(resolved.json.data.resolved_at)) / 86_400_000;
    expect(days).toBe(14);
    const mails = await app.mails();
    expect(mails).toHaveLength(3);
    expect(mailTo(mails, report.reporter)[0]?.text).toContain(note);
    const [mailToOther] = mailTo(mails, other.reporter);
    expect(mailToOther?.subject).toBe(`Your report ${other.number} is resolved`);
    const [mailToEfiom] = mailTo(mails, efiom);
    expect(mailToEfiom?.subject).toContain(namedDuplicate.number);
    expect(mailToEfiom?.text).toContain("Dear Efiom, the hole is filled. Thank you, Efiom Duke!");
    expect(JSON.stringify([mailToEfiom, mailToOther])).not.toContain(report.reporter?.lastName);
    expect(JSON.stringify(mails)).not.toContain(anonymousDuplicate.number);
    expect(again.number).toBeTruthy();
    const trail = JSON.stringify(await auditRows(report.id));
    expect(trail).not.toContain("filled");
    expect(trail).toContain('"photos":1');
  });

  it("refuses a resolution with a PDF, a sixth photo, another admin's photo or a photo used twice", async () => {
    const report = await createReport({ state: "in_progress" });
    const pdf = await uploadTestFile(app, "/ireports/uploads", makePdf(), {
      token: grace.token,
      type: "application/pdf",
    });
    expect(pdf).toMatchObject({ status: 415, json: { message: expect.stringContaining("photos only") } });
    const body = { version: 1, note: "The hole was filled." };
    const sixIds = Array.from({ length: 6 }, () => uuid());
    expect((await patch(report.id, "resolution", { ...body, photos: sixIds })).json.message).toContain("at most 5");
    const sent = await uploadTestFile(app, "/ireports/uploads", await makeJpeg(2), { token: ogar.token });
    const stolen = await patch(report.id, "resolution", { ...body, photos: [sent.json.data.id] });
    expect(stolen).toMatchObject({ status: 400, json: { message: expect.stringContaining("no longer here") } });
    expect((await storedReport(report.id))?.state).toBe("in_progress");
    const tooShortNote = await patch(report.id, "resolution", { version: 1, note: "ok" });
    expect(tooShortNote).toMatchObject({ status: 400, json: { fields: { note: expect.any(String) } } });
  });
});

describe("rejecting", () => {
  it("a report that has passed the required states can be rejected; the reason is stored and the message is mailed", async () => {
    const report = await createReport();
    const message = "Federal roads are repaired by the Ministry of Works.";
    const rejected = await patch(report.id, "rejection", { version: 1, reason: "not_our_responsibility", message });
    expect(rejected.json.data).toMatchObject({ state: "rejected", rejection: "not_our_responsibility" });
    const rows = await auditRows(report.id);
    expect(rows.map(({ after }) => after?.state)).toEqual(["acknowledged", "in_progress", "rejected"]);
    expect(rows.at(-1)?.after).toMatchObject({ reason: "not_our_responsibility", message: "rejection" });
    const mails = await app.mails();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(message);
  });

  it("requires a reason from the list and a message to reject a report", async () => {
    const { id } = await createReport();
    const body = { version: 1, reason: "nothing_found", message: "We found nothing." };
    expect((await patch(id, "rejection", { ...body, reason: "no" })).json.fields).toHaveProperty("reason");
    expect((await patch(id, "rejection", { ...body, message: "no" })).json.fields).toHaveProperty("message");
  });
});

describe("duplicates", () => {
  const markDuplicate = (id: string, original_id: string, actor = grace, version = 1) =>
    patch(id, "original", { version, original_id }, actor);

  it("links a duplicate and its own duplicates to the original in one request, and notifies the reporters", async () => {
    const original = await createReport({ state: "acknowledged" });
    const report = await createReport();
    const earlierDuplicate = await createReport({ state: "duplicate", originalId: report.id });
    const joined = await markDuplicate(report.id, original.id);
    expect(joined.json.data).toMatchObject({
      state: "duplicate",
      original: { id: original.id, number: original.number, title: original.title, state: "acknowledged" },
      duplicates: [],
      messages: [{ kind: "duplicate", by: { id: grace.id } }],
    });
    expect((await fetchReport(original.id)).json.data.duplicates.map(({ id }: { id: string }) => id).sort()).toEqual(
      [report.id, earlierDuplicate.id].sort(),
    );
    expect((await auditRows(earlierDuplicate.id)).at(-1)).toMatchObject({
      action: "ireport.markDuplicate",
      before: { original: report.number },
      after: { original: original.number },
    });
    const mails = await app.mails();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      to: report.reporter?.email,
      subject: `Your report ${report.number} is known already`,
    });
    expect(JSON.stringify(mails)).not.toContain(original.number);

    await callAs("POST", `/${original.id}/updates`, grace, { text: "A crew is on its way." });
    const notifiedAddresses = (await app.mails()).map(({ to }) => to).sort();
    expect(notifiedAddresses).toEqual(
      [original, report, earlierDuplicate].map(({ reporter }) => reporter?.email).sort(),
    );
    const followed = await app.callAsApp("POST", "/reports/follow", {
      body: { user_id: report.reporter?.id, ireport_id: report.id },
    });
    expect(followed.json.data.messages.map(({ kind }: { kind: string }) => kind)).toEqual(["duplicate", "update"]);
    expect(JSON.stringify(followed.json)).not.toContain(original.number);
    const updateOfDuplicate = await callAs("POST", `/${report.id}/updates`, grace, { text: "Hello" });
    expect(updateOfDuplicate).toMatchObject({ status: 409, json: { message: expect.stringContaining("duplicate") } });
  });

  it("links a duplicate of a duplicate to the original, and never in a circle", async () => {
    const original = await createReport();
    const nestedDuplicate = await createReport({ state: "duplicate", originalId: original.id });
    const report = await createReport();
    expect((await markDuplicate(report.id, nestedDuplicate.id)).json.data.original.id).toBe(original.id);
    expect((await markDuplicate(original.id, original.id)).json.message).toContain("itself");
    expect((await markDuplicate(original.id, nestedDuplicate.id)).json.message).toContain(
      "duplicate of this report already",
    );
  });

  it("refuses a rejected or unknown report as original of a duplicate", async () => {
    const report = await createReport();
    const rejected = await createReport({ state: "rejected" });
    expect((await markDuplicate(report.id, rejected.id)).json.message).toContain(`${rejected.number} was rejected`);
    expect(await markDuplicate(report.id, UNKNOWN_ID)).toMatchObject({
      status: 409,
      json: { message: expect.stringContaining("does not exist"), current: { id: report.id } },
    });
  });

  it("of two officers who link two reports as duplicates in opposite directions, one succeeds, without a deadlock", async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b] = [await createReport(), await createReport()];
      const answers = await Promise.all([markDuplicate(a.id, b.id), markDuplicate(b.id, a.id, ogar)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });
});

describe("reopening", () => {
  it("reopens a resolved report within 14 days: its deadlines continue, and its reporter and a duplicate's reporter get the reason", async () => {
    const report = await createReport({ state: "resolved", ownerId: ogar.id });
    const other = await createReport({ state: "duplicate", originalId: report.id });
    const reopened = await patch(report.id, "reopening", { version: 1, reason: "The patch broke after the rain." });
    expect(reopened.json.data).toMatchObject({
      state: "in_progress",
      owner: { id: grace.id },
      reopened: 1,
      resolved_at: null,
      messages: [{ kind: "reopening", by: { id: grace.id } }],
    });
    const stoppedFor = Date.parse(reopened.json.data.state_since) - (report.stoppedAt?.getTime() ?? 0);
    expect(Date.parse(reopened.json.data.due_at)).toBe(report.dueAt.getTime() + stoppedFor);
    const notifiedAddresses = (await app.mails()).map(({ to }) => to).sort();
    expect(notifiedAddresses).toEqual([report.reporter?.email, other.reporter?.email].sort());
  });

  it("refuses to reopen a report after 14 days", async () => {
    const { id } = await createReport({ state: "resolved", submittedAt: new Date(Date.now() - 15 * 86_400_000) });
    const refused = await patch(id, "reopening", { version: 1, reason: "Broken again." });
    expect(refused).toMatchObject({ status: 409, json: { message: expect.stringContaining("more than 14 days ago") } });
  });
});

describe("priority and category", () => {
  it("changes priority and category without claiming the report; a priority affects no deadline", async () => {
    const report = await createReport();
    const first = await patch(report.id, "priority", { version: 1, priority: "urgent" });
    expect(first.json.data).toMatchObject({
      priority: "urgent",
      owner: null,
      state: "submitted",
      due_at: report.dueAt.toISOString(),
      state_due_at: report.stateDueAt?.toISOString(),
    });
    expect((await auditRows(report.id)).at(-1)).toMatchObject({
      before: { priority: "normal" },
      after: { priority: "urgent" },
    });
    const unchangedPriority = await patch(report.id, "priority", { version: 2, priority: "urgent" });
    expect(unchangedPriority.json.message).toContain("urgent already");

    const to = await makeIreportCategory(app, { targetHours: 10, submittedHours: 2 });
    const moved = await patch(report.id, "category", { version: 2, category_id: to.id });
    expect(moved.json.data).toMatchObject({
      category: { id: to.id },
      owner: null,
      due_at: new Date(report.submittedAt.getTime() + 10 * 3_600_000).toISOString(),
      state_due_at: new Date(report.submittedAt.getTime() + 2 * 3_600_000).toISOString(),
    });
    expect((await fetchReport(report.id)).json.data.timeline[0].changes).toEqual([
      { field: "category", before: category.name, after: to.name },
    ]);
    expect((await patch(report.id, "category", { version: 3, category_id: to.id })).json.message).toContain("already");
  });

  it("refuses to move a report to an unknown or inactive category", async () => {
    const { id } = await createReport();
    const inactiveCategory = await makeIreportCategory(app, { active: false });
    const subcategory = await makeIreportCategory(app, { parentId: inactiveCategory.id });
    for (const category_id of [UNKNOWN_ID, inactiveCategory.id, subcategory.id]) {
      const refused = await patch(id, "category", { version: 1, category_id });
      expect(refused).toMatchObject({ status: 400, json: { fields: { category_id: expect.any(String) } } });
    }
  });
});

describe("photos", () => {
  it("serves a report's photos to admins with the right to read; views are audited but not shown in the report's timeline", async () => {
    const user = await makeUser(app);
    const photo = await uploadTestFile(app, "/app/uploads", await makeJpeg(3));
    const filed = await app.callAsApp("POST", "/reports", {
      body: {
        user_id: user.id,
        category_id: category.id,
        title: "Refuse at Etim Edem",
        text: "It has not been carried away for weeks.",
        lga: "Calabar Municipal",
        photos: [photo.json.data.id],
      },
    });
    const { id, number } = filed.json.data;
    const { pictures } = (await fetchReport(id)).json.data;
    expect(pictures).toHaveLength(1);
    const thumbnailsOfOne = await callAs("GET", `/${id}/thumbnails`, grace);
    expect(thumbnailsOfOne.json.data.items).toEqual([
      { id: pictures[0].id, image: expect.stringMatching(/^data:image\/jpeg;base64,/) },
    ]);
    expect((await auditRows(id)).at(-1)).toMatchObject({
      action: "ireport.thumbnails",
      after: { viewed: "thumbnails", photos: 1 },
    });
    const fullPhoto = await callAs("GET", `/${id}/photos/${pictures[0].id}`, grace);
    expect(fullPhoto.status).toBe(200);
    expect(fullPhoto.headers.get("content-type")).toBe("image/jpeg");
    expect(fullPhoto.headers.get("content-disposition")).toContain(`${number}-1.jpg`);
    expect((await auditRows(id)).at(-1)).toMatchObject({ action: "ireport.photo", after: { viewed: "photo 1" } });
    expect((await fetchReport(id)).json.data.timeline).toHaveLength(1);
    const other = await createReport();
    expect((await callAs("GET", `/${other.id}/photos/${pictures[0].id}`, grace)).status).toBe(404);
    expect((await callAs("GET", `/${UNKNOWN_ID}/thumbnails`, grace)).status).toBe(404);
    const thumbnailsOfMany = await callAs("GET", `/thumbnails?ids=${other.id},${id},${UNKNOWN_ID}`, grace);
    expect(thumbnailsOfMany.json.data.items).toEqual([
      { report_id: id, image: thumbnailsOfOne.json.data.items[0].image },
    ]);
    expect((await app.audit())[0]).toMatchObject({
      action: "ireport.listThumbnails",
      recordType: null,
      after: { viewed: "thumbnails", photos: 1, reports: { count: 1, ids: [id] } },
    });
  });
});

describe("mails to citizens", () => {
  it("mails citizens with a subject of one line, whatever citizens and officers write", async () => {
    const report = await createReport({ title: "Pothole\r\nBcc: everybody@example.com", state: "in_progress" });
    const note = "Done.\r\n.\r\nSubject: another mail <b>not bold</b>";
    await patch(report.id, "resolution", { version: 1, note });
    const [mail] = await app.mails();
    expect(mail?.subject).toBe(`Your report ${report.number} is resolved`);
    expect(mail?.text).toContain(note);
  });

  it("sends no mails for anonymous reports, closed accounts and internal notes", async () => {
    const anonymous = await createReport({ state: "in_progress", anonymous: true });
    await patch(anonymous.id, "resolution", { version: 1, note: "The hole was filled." });
    const closed = await makeUser(app, { status: "closed" });
    const reportOfClosedUser = await createReport({ state: "in_progress", reporterId: closed.id });
    await patch(reportOfClosedUser.id, "resolution", { version: 1, note: "The hole was filled." });
    const reportWithNote = await createReport();
    await callAs("POST", `/${reportWithNote.id}/notes`, grace, { text: "internal words" });
    expect(await app.mails()).toEqual([]);
  });
});

import { v7 as uuid } from "uuid";
import type { RichText } from "@/lib/contract/rich-text.values";
import { faqMisses } from "@/lib/server/db/schema/content-entries";
import { emergencyNumbers } from "@/lib/server/db/schema/emergency-numbers";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { languageKeys, languageTexts } from "@/lib/server/db/schema/languages";
import { makeAdmin, makeUser, type TestApp } from "./app";
import { makeBroadcast } from "./broadcasts";
import { docWithText } from "./content-entries";
import { insertContentEntryCanaries } from "./content-entry-canaries";
import { makeEvent, makeEventCategory, timeInHours } from "./events";
import { makeGrantApplication, makeGrantProgramme } from "./grants";
import { orderCallsOf } from "./orders";

/** Records of a module for the test of public responses, marked with unique words that reveal a leak. */
type PlantedData = {
  /** Words that no public response may contain. */
  hidden: string[];
  /** Words that public responses must contain, to prove that they include the module's records. */
  shown?: string[];
  /** Ids for the parameters of public paths, by parameter name. */
  ids?: Record<string, string>;
};

/** Functions that create a module's published, private and personal records, by module. */
export const CANARY_MAKERS: Record<string, (app: TestApp) => Promise<PlantedData>> = {
  /** Notifications go to devices; no public call reads them. */
  broadcasts: async (app) => {
    const admin = await makeAdmin(app, { firstName: "Canarysender" });
    const broadcastFields = (title: string) => ({ title, text: `${title} said`, createdBy: admin.id });
    const sentBroadcast = await makeBroadcast(app, admin.id, {
      ...broadcastFields("Canarysent"),
      state: "sent",
      startedAt: new Date(),
    });
    const draft = await makeBroadcast(app, admin.id, broadcastFields("Canarydraftpush"));
    return { hidden: ["Canarysender", "Canarysent", "Canarydraftpush", sentBroadcast.id, draft.id] };
  },
  /** Emergency numbers are public; who verified them is not. */
  "emergency numbers": async (app) => {
    const admin = await makeAdmin(app, { firstName: "Canaryverifier" });
    const values = { id: uuid(), name: "Showndesk", number: "112", category: "general" as const, position: 0 };
    await app.db.insert(emergencyNumbers).values({ ...values, verifiedOn: "2026-01-05", verifiedBy: admin.id });
    return { hidden: ["Canaryverifier", admin.id], shown: ["Showndesk", "2026-01-05"] };
  },
  /** Live content entries are public; drafts, scheduled, expired, withdrawn and archived ones, and those for groups, are not. */
  entries: async (app) => {
    const admin = await makeAdmin(app, { firstName: "Canaryeditor" });
    const { hidden, shown, ids } = await insertContentEntryCanaries(app, admin);
    await app.db.insert(faqMisses).values({ id: uuid(), query: "canarymiss", language: "en" });
    return { hidden: ["Canaryeditor", admin.id, "canarymiss", ...hidden], shown, ids };
  },
  /** Live events are public; drafts, ended and cancelled ones, hidden ticket types and buyers are not. */
  events: async (app) => {
    const admin = await makeAdmin(app, { firstName: "Canaryorganiser" });
    const eventFields = { createdBy: admin.id, categoryId: (await makeEventCategory(app, { name: "Shownmusic" })).id };
    const liveEvent = { ...eventFields, title: "Shownconcert", description: docWithText("Shownprogramme") as RichText };
    const types = [
      { name: "Shownseat", price: 0 },
      { name: "Canaryhidden", hidden: true },
    ];
    const created = await makeEvent(app, { ...liveEvent, types });
    const buyer = await makeUser(app, { firstName: "Canarybuyer" });
    const order = (await orderCallsOf(app, created).place(buyer)).json.data;
    const [ticket] = order.tickets;
    const ticketTexts = [order.id, order.reference, ticket.id, ticket.reference, ticket.code];
    await makeEvent(app, { ...eventFields, title: "Canarydraftevent", state: "draft" });
    await makeEvent(app, { ...eventFields, title: "Canaryended", startsAt: timeInHours(-9), endsAt: timeInHours(-5) });
    const cancelled = { state: "cancelled" as const, cancelledAt: new Date(), cancelReason: "Canaryreason" };
    await makeEvent(app, { ...eventFields, title: "Canarycancelled", ...cancelled });
    const events = ["Canarydraftevent", "Canaryended", "Canarycancelled", "Canaryreason", "Canaryhidden"];
    const hidden = ["Canaryorganiser", admin.id, "Canarybuyer", buyer.id, ...events, ...ticketTexts];
    return { hidden, shown: ["Shownconcert", "Shownprogramme", "Shownseat"], ids: { eventId: created.event.id } };
  },
  /** Opened programmes and their awardees are public; drafts, groups and unpaid applicants are not. */
  grants: async (app) => {
    const admin = await makeAdmin(app, { firstName: "Canarysponsor" });
    const publicText = docWithText("Showngranttext") as RichText;
    const created = await makeGrantProgramme(app, admin, { name: "Showngrant", publishesAwards: true, publicText });
    await makeGrantProgramme(app, admin, { name: "Canarydraftgrant", state: "draft" });
    const paidUser = await makeUser(app, { firstName: "Shownawardee" });
    const waitingUser = await makeUser(app, { firstName: "Canaryapplicant" });
    const contact = { contactPhone: "+2348099998888" };
    const paidApplication = await makeGrantApplication(app, created, {
      ...contact,
      userId: paidUser.id,
      state: "disbursed",
    });
    const waitingApplication = await makeGrantApplication(app, created, {
      ...contact,
      userId: waitingUser.id,
      state: "approved",
    });
    const applicationTexts = [paidApplication, waitingApplication].flatMap(({ id, reference }) => [id, reference]);
    const people = [paidUser.id, paidUser.phone, waitingUser.id, "Canaryapplicant", "Canarysponsor", admin.id];
    const hidden = ["Canarydraftgrant", contact.contactPhone, ...people, ...applicationTexts];
    return { hidden, shown: ["Showngrant", "Showngranttext", "Shownawardee"], ids: { programmeId: created.id } };
  },
  /** A language bundle contains only the texts of its own language, and no notes to translators. */
  languages: async (app) => {
    const admin = await makeAdmin(app, { firstName: "Canarytranslator" });
    const keyId = uuid();
    await app.db.insert(languageKeys).values({ id: keyId, key: "shown.key", note: "Canarynote" });
    const translation = (code: string, text: string) => ({ keyId, code, text, sourceVersion: 1, updatedBy: admin.id });
    await app.db.insert(languageTexts).values([translation("en", "Canaryenglish"), translation("pcm", "Shownpidgin")]);
    const hidden = ["Canarytranslator", "Canarynote", "Canaryenglish", admin.id, keyId];
    return { hidden, shown: ["shown.key", "Shownpidgin"], ids: { file: "pcm.json" } };
  },
  people: async (app) => {
    const user = await makeUser(app, { firstName: "Canaryfirst", email: "canary-mail@example.com" });
    const admin = await makeAdmin(app, { firstName: "Canaryadmin" });
    return { hidden: ["Canaryfirst", "canary-mail", user.phone, user.id, "Canaryadmin", admin.email, admin.id] };
  },
  "report categories": async (app) => {
    const hours = { targetHours: 72, submittedHours: 12, acknowledgedHours: 24, inProgressHours: 36 };
    const category = (name: string, values: Partial<typeof ireportCategories.$inferInsert> = {}) => ({
      id: uuid(),
      name,
      icon: "construction" as const,
      ...hours,
      ...values,
    });
    const secret = category("Canaryprivate", { private: true });
    await app.db.insert(ireportCategories).values([category("Shownroads"), secret]);
    await app.db
      .insert(ireportCategories)
      .values([category("Canarybelow", { parentId: secret.id }), category("Canaryinactive", { active: false })]);
    return { hidden: ["Canaryprivate", "Canarybelow", "Canaryinactive", secret.id], shown: ["Shownroads"] };
  },
};

import { v7 as uuid } from "uuid";
import { makeRights } from "@/lib/contract/access";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import type { SearchedRecordType } from "@/lib/contract/record-kinds";
import { admins, roles } from "@/lib/server/db/schema/admin";
import { contentEntries } from "@/lib/server/db/schema/content-entries";
import { grantBatches } from "@/lib/server/db/schema/grant-payout";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { transactions } from "@/lib/server/db/schema/transaction";
import { postLedgerEntry } from "@/lib/server/ledger/post";
import { makeAdmin, makeKycRequest, makeUser, type TestApp } from "./app";
import { makeBroadcast } from "./broadcasts";
import { faqContent } from "./content-entries";
import { makeEvent } from "./events";
import { makeGrantApplication, makeGrantProgramme } from "./grants";
import { makeIreport, makeIreportCategory } from "./ireports";
import { makePromotion } from "./promotions";
import { makeTicket } from "./tickets";

/** First word of every canary's name or title. */
export const CANARY_WORD = "Quokkafen";
/** Contact data, references and numbers in the canary records, by which searches must find them. */
export const CANARY_VALUES = {
  phone: "+2348031112223",
  email: "quokkafen.obi@example.com",
  kyc: "KYC-000302",
  report: "IR-000301",
  movement: "WAL-000071",
  bankReference: "FBN/2026/0071",
  transaction: "TRX-019AC01FFE3B",
  refund: "RFD-019AC01FFE3C",
  providerReference: "psk_9f3c1aa07b21",
  ticket: "TKT-019AC01FFE3B",
  ticketCode: "7K2M9XQ4TB8HW3ND",
  order: "",
  application: "GRA-019AC01FFE3B",
  batch: "PAY-019AC01FFE3B",
  promotionCode: "QUOKKA2026",
  identityLast4: "4719",
  cardLast4: "6621",
} as const;

type Canary = { id: string; query: string };

/**
 * Creates for every searchable kind a record that a search for `query` finds, and for some kinds a record that the list hides.
 * @returns the visible records by kind, and ids of the hidden ones
 */
export async function makeSearchCanaries(app: TestApp) {
  const owner = await makeAdmin(app);
  const title = (word: string) => `${CANARY_WORD} ${word}`;
  const user = await makeUser(app, {
    ...{ firstName: CANARY_WORD, lastName: "Obi", phone: CANARY_VALUES.phone, email: CANARY_VALUES.email },
  });
  const kyc = await makeKycRequest(app, {
    ...{ reference: CANARY_VALUES.kyc, userId: user.id, firstName: CANARY_WORD, lastName: "Obi" },
    identityNumberLast4: CANARY_VALUES.identityLast4,
  });
  const [transactionId, refundId, movementId, batchId] = [uuid(), uuid(), uuid(), uuid()];
  const payment = { userId: user.id, channel: "card", amount: 250_000, fee: 0, state: "succeeded" } as const;
  await app.db.insert(transactions).values({
    ...{ id: transactionId, reference: CANARY_VALUES.transaction, type: "bill_payment", ...payment },
    ...{
      providerReference: CANARY_VALUES.providerReference,
      cardLast4: CANARY_VALUES.cardLast4,
      completedAt: new Date(),
    },
  });
  await app.db.insert(transactions).values({
    ...{ id: refundId, reference: CANARY_VALUES.refund, type: "refund", ...payment, refundOf: transactionId },
    ...{ amount: 1_000, completedAt: new Date() },
  });
  await app.db.insert(walletMovements).values({
    ...{ id: movementId, reference: CANARY_VALUES.movement, kind: "fund", account: "settlement_float", amount: 1_000 },
    ...{ note: "For the search", externalReference: CANARY_VALUES.bankReference, requestedBy: owner.id },
  });
  const { entry } = await app.db.transaction((tx) =>
    postLedgerEntry(tx, {
      key: `test:${uuid()}`,
      kind: "fund",
      description: title("float funded"),
      source: { type: "wallet_movement", id: movementId },
      postedBy: null,
      postings: [
        { accountId: SYSTEM_ACCOUNT_IDS.settlement_float, amount: -1_000 },
        { accountId: SYSTEM_ACCOUNT_IDS.promotions_pool, amount: 1_000 },
      ],
    }),
  );
  const report = await makeIreport(app, { title: title("road"), number: CANARY_VALUES.report });
  const hiddenReport = await makeIreport(app, {
    ...{ title: title("secret"), number: "IR-000399", category: await makeIreportCategory(app, { private: true }) },
  });
  const event = await makeEvent(app, { title: title("festival") });
  const ticket = await makeTicket(app, event, {
    ...{ holderId: user.id, reference: CANARY_VALUES.ticket, code: CANARY_VALUES.ticketCode },
  });
  const promotion = await makePromotion(app, owner, { name: title("discount"), codes: [CANARY_VALUES.promotionCode] });
  const hiddenPromotion = await makePromotion(app, owner, { name: title("archived"), state: "archived" });
  const programme = await makeGrantProgramme(app, owner, { name: title("grant") });
  const application = await makeGrantApplication(app, programme, {
    userId: user.id,
    reference: CANARY_VALUES.application,
  });
  await app.db
    .insert(grantBatches)
    .values({ id: batchId, reference: CANARY_VALUES.batch, programmeId: programme.id, createdBy: owner.id });
  const broadcast = await makeBroadcast(app, owner.id, { title: title("news") });
  const [adminId, hiddenAdminId, roleId] = [uuid(), uuid(), uuid()];
  await app.db.insert(admins).values([
    { id: adminId, firstName: CANARY_WORD, lastName: "Ekong", email: "ekong@crs.example", status: "active" },
    { id: hiddenAdminId, firstName: CANARY_WORD, lastName: "Gone", email: "gone@crs.example", status: "deleted" },
  ]);
  await app.db.insert(roles).values({ id: roleId, name: title("clerk"), features: makeRights({}) });
  const makeEntries = async (kind: "announcements" | "slides" | "culture" | "faq") => {
    const [id, hiddenId] = [uuid(), uuid()];
    const draft = faqContent(CANARY_WORD) as never;
    await app.db.insert(contentEntries).values([
      { id, kind, title: title("page"), draft },
      { id: hiddenId, kind, title: title("old page"), draft, archivedAt: new Date() },
    ]);
    return { id, hiddenId };
  };
  const announcement = await makeEntries("announcements");
  const slide = await makeEntries("slides");
  const article = await makeEntries("culture");
  const question = await makeEntries("faq");
  const byWord = (id: string): Canary => ({ id, query: CANARY_WORD.toLowerCase() });
  return {
    found: {
      user: byWord(user.id),
      kyc: byWord(kyc.id),
      transaction: byWord(transactionId),
      wallet_movement: { id: movementId, query: CANARY_VALUES.movement },
      ledger_entry: byWord(entry.id),
      ireport: byWord(report.id),
      event: byWord(event.event.id),
      ticket: byWord(ticket.id),
      announcement: byWord(announcement.id),
      slide: byWord(slide.id),
      article: byWord(article.id),
      faq_question: byWord(question.id),
      promotion: byWord(promotion.id),
      grant_programme: byWord(programme.id),
      grant_application: byWord(application.id),
      grant_batch: byWord(batchId),
      broadcast: byWord(broadcast.id),
      admin: byWord(adminId),
      role: byWord(roleId),
    } satisfies Record<SearchedRecordType, Canary>,
    /** Ids of records that no search may find. */
    hidden: [
      hiddenPromotion.id,
      hiddenAdminId,
      ...[announcement, slide, article, question].map((each) => each.hiddenId),
    ],
    /** Id of a report that a search finds only with the right `approve` for iReports. */
    privateReportId: hiddenReport.id,
    ids: { refundId, user, event: event.event, programmeId: programme.id, entryId: entry.id },
  };
}

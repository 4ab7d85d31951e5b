import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { faqMisses, faqVotes } from "@/lib/server/db/schema/content-entries";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import {
  contentEntryCallsOf,
  docWithText,
  faqContent,
  publishDraftWithTimes,
} from "@/lib/server/testing/content-entries";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let contentEntryCalls: ReturnType<typeof contentEntryCallsOf>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  contentEntryCalls = contentEntryCallsOf(app, admin, "faq");
});
afterAll(() => app.stop());

type PublicQuestion = { id: string; question: string; group: string; language: string };
const questionsOf = (answer: { json: { data: { items: PublicQuestion[] } } }) =>
  answer.json.data.items.map((each) => each.question);
const publicFaq = async (language = "") => app.call("GET", `/public/faq${language && `?language=${language}`}`);
const newestAudit = async () => (await app.audit())[0];
const searchFaq = (q: string, language?: string) => app.callAsApp("POST", "/faq/searches", { body: { q, language } });
const voteFaq = (id: string, userId: string, helpful: boolean) =>
  app.callAsApp("POST", `/faq/${id}/votes`, { body: { user_id: userId, helpful } });
const listMisses = (query = "") => app.call("GET", `/app-config/faq-misses${query}`, { token: admin.token });

describe("questions", () => {
  it("the public API returns FAQ questions in the admins' order with their groups, and changes immediately", async () => {
    const first = await contentEntryCalls.published(faqContent("How do I send money?"));
    const second = await contentEntryCalls.published(faqContent("Where is my receipt?", { group: "Receipts" }));
    const draft = await contentEntryCalls.draft(faqContent("Not said yet"));
    expect(questionsOf(await publicFaq())).toEqual(["How do I send money?", "Where is my receipt?"]);
    const ids = [draft.id, second.id, first.id];
    expect((await contentEntryCalls.call("POST", "/order", { ids })).json.data).toEqual({ ids });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.orderEntries",
      adminId: admin.id,
      after: { order: "Not said yet, Where is my receipt?, How do I send money?" },
    });
    const reordered = await publicFaq();
    expect(reordered.json.data.items).toEqual([
      expect.objectContaining({ question: "Where is my receipt?", group: "Receipts", language: "en" }),
      expect.objectContaining({
        question: "How do I send money?",
        group: "Wallet",
        html: "<p>Answer to How do I send money?</p>",
        text: "Answer to How do I send money?",
      }),
    ]);
    const withdrawn = await contentEntryCalls.call("POST", `/${second.id}/withdrawal`, {
      version: second.version,
      what: "all",
    });
    expect(withdrawn.status).toBe(200);
    expect(questionsOf(await publicFaq())).toEqual(["How do I send money?"]);
  });

  it("FAQ questions are reordered by only one of two concurrent requests; an incomplete order is refused", async () => {
    const allIds = (await contentEntryCalls.call("GET")).json.data.items.map(({ id }: PublicQuestion) => id);
    const orders = [allIds, [...allIds].reverse()];
    const answers = await Promise.all(orders.map((ids) => contentEntryCalls.call("POST", "/order", { ids })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const idsNow = (await contentEntryCalls.call("GET")).json.data.items.map(({ id }: PublicQuestion) => id);
    expect(orders).toContainEqual(idsNow);
    for (const ids of [allIds.slice(1), [...allIds, uuid()], [...allIds.slice(1), allIds[1]]]) {
      const { status, json } = await contentEntryCalls.call("POST", "/order", { ids });
      expect([status, json.current]).toEqual([409, { ids: idsNow }]);
    }
  });

  it("FAQ questions need a group, a question and an answer before they are published", async () => {
    const made = await contentEntryCalls.draft({ texts: { en: { question: " ", answer: null } }, group: "" });
    const { status, json } = await contentEntryCalls.publish(made.id, made.version);
    expect([status, Object.keys(json.fields).sort()]).toEqual([
      400,
      ["draft.group", "draft.texts.en.answer", "draft.texts.en.question"],
    ]);
    expect((await contentEntryCalls.call("DELETE", `/${made.id}`, { version: made.version })).status).toBe(200);
  });

  it("FAQ questions are filtered by group, state, words, and the language of a missing translation", async () => {
    const efikText = { efi: { question: "Efik words", answer: docWithText("Efik answer") } };
    await contentEntryCalls.published(faqContent("What does a tier mean?", { group: "Identity", texts: efikText }));
    const list = async (query: string) =>
      (await contentEntryCalls.call("GET", `?${query}`)).json.data.items
        .map(({ title }: { title: string }) => title)
        .sort();
    expect(await list("group=identity")).toEqual(["What does a tier mean?"]);
    expect(await list("group=Nothing")).toEqual([]);
    expect(await list("state=published&missing=efi")).toEqual(["How do I send money?"]);
    expect(await list("q=tier%20what")).toEqual(["What does a tier mean?"]);
    expect(await list("q=%25")).toEqual([]);
    expect(await list("state=draft")).toEqual(["Not said yet", "Where is my receipt?"]);
  });

  it("FAQ questions are returned in the requested language, or in English if the translation is incomplete", async () => {
    await contentEntryCalls.published(
      faqContent("Half", { texts: { efi: { question: "Only the question", answer: null } } }),
    );
    const { json } = await publicFaq("efi");
    const languages = Object.fromEntries(json.data.items.map((each: PublicQuestion) => [each.question, each.language]));
    expect(languages).toMatchObject({ "Efik words": "efi", Half: "en", "How do I send money?": "en" });
  });
});

describe("votes", () => {
  it("FAQ votes count once for each citizen, who can change their vote", async () => {
    const made = await contentEntryCalls.published(faqContent("Was it helpful?"));
    const [ada, obi] = [await makeUser(app), await makeUser(app)];
    expect((await voteFaq(made.id, ada.id, true)).json.data).toEqual({ helpful: true });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.voteFaq",
      outcome: "done",
      recordType: "user",
      recordId: ada.id,
      after: { question: "Was it helpful?", helpful: true },
    });
    await voteFaq(made.id, obi.id, true);
    expect(await contentEntryCalls.get(made.id)).toMatchObject({ helpful: 2, not_helpful: 0 });
    await Promise.all(Array.from({ length: 6 }, () => voteFaq(made.id, ada.id, false)));
    expect(await contentEntryCalls.get(made.id)).toMatchObject({ helpful: 1, not_helpful: 1 });
    expect(await app.db.$count(faqVotes, eq(faqVotes.entryId, made.id))).toBe(2);
  });

  it("FAQ votes are accepted only for published questions and open accounts", async () => {
    const draft = await contentEntryCalls.draft(faqContent("A draft"));
    const plannedQuestion = await contentEntryCalls.published(faqContent("Later"), {
      from: new Date(Date.now() + 3_600_000).toISOString(),
    });
    const endedQuestion = await contentEntryCalls.draft(faqContent("Over"));
    await publishDraftWithTimes(app, admin, endedQuestion.id, { from: -2, until: -1 });
    const liveQuestion = await contentEntryCalls.published(faqContent("Live"));
    const ada = await makeUser(app);
    for (const { id } of [draft, plannedQuestion, endedQuestion, { id: uuid() }])
      expect((await voteFaq(id, ada.id, true)).status).toBe(404);
    expect((await voteFaq(liveQuestion.id, uuid(), true)).status).toBe(404);
    const closed = await makeUser(app, { status: "closed" });
    expect((await voteFaq(liveQuestion.id, closed.id, true)).status).toBe(409);
    const body = { user_id: ada.id, helpful: true };
    expect((await app.call("POST", `/app/faq/${liveQuestion.id}/votes`, { token: admin.token, body })).status).toBe(
      401,
    );
    expect(await contentEntryCalls.get(liveQuestion.id)).toMatchObject({ helpful: 0, not_helpful: 0 });
  });
});

describe("search", () => {
  it("the FAQ search finds entries that contain all words, in any case and without accents, with matches in the question first", async () => {
    await contentEntryCalls.published(faqContent("Fees", { answer: "Sending to a café in Ugep costs nothing." }));
    await contentEntryCalls.published(faqContent("Is there a café?"));
    await contentEntryCalls.draft(faqContent("The café that is a draft"));
    expect(questionsOf(await searchFaq("CAFE"))).toEqual(["Is there a café?", "Fees"]);
    expect(questionsOf(await searchFaq("ugep, sending!"))).toEqual(["Fees"]);
    expect(await newestAudit()).toMatchObject({ action: "appConfig.searchFaq", after: { found: 1 } });
    expect(questionsOf(await searchFaq("efik answer", "efi"))).toEqual(["Efik words"]);
    expect((await searchFaq("")).status).toBe(400);
  });

  it("the FAQ search normalises each question only once, for any number of words", async () => {
    const searchCost = async (q: string) => {
      const normalizeSpy = vi.spyOn(String.prototype, "normalize");
      await searchFaq(q);
      const foldCount = normalizeSpy.mock.calls.filter(([form]) => form === "NFKD").length;
      normalizeSpy.mockRestore();
      return foldCount;
    };
    expect(await searchCost("a e i o u")).toBe(await searchCost("a"));
  });

  it("the FAQ search counts searches without results, and stores nothing about the citizen", async () => {
    await app.db.delete(faqMisses);
    await Promise.all(Array.from({ length: 5 }, (_, n) => searchFaq(n % 2 ? "Blue  whale?" : "blue whale")));
    await searchFaq("blue whale", "efi");
    await searchFaq("100%_sure");
    expect((await listMisses()).json.data).toMatchObject({
      total: 3,
      items: [
        { query: "blue whale", language: "en", times: 5 },
        { query: expect.any(String), times: 1 },
        { query: expect.any(String), times: 1 },
      ],
    });
    expect((await newestAudit())?.after).not.toHaveProperty("q");
    const findMisses = async (query: string) =>
      (await listMisses(query)).json.data.items.map(({ query }: { query: string }) => query);
    expect(await findMisses("?language=efi")).toEqual(["blue whale"]);
    expect(await findMisses("?q=whale&language=en")).toEqual(["blue whale"]);
    expect(await findMisses("?q=sure")).toEqual(["100 sure"]);
    expect((await findMisses("?sort=times")).at(-1)).toBe("blue whale");
    expect((await findMisses("?sort=-last_at"))[0]).toBe("100 sure");
    expect((await listMisses("?sort=query")).status).toBe(400);
    // Punctuation alone contains no words and is not counted.
    expect(questionsOf(await searchFaq("?!"))).toEqual([]);
    expect((await listMisses()).json.data.total).toBe(3);
  });

  it("deleting a stored FAQ search without results writes an audit row; deleting it again returns 404", async () => {
    const [first] = (await listMisses()).json.data.items;
    const deleteMiss = () => app.call("DELETE", `/app-config/faq-misses/${first.id}`, { token: admin.token });
    expect((await deleteMiss()).json.data).toEqual({ id: first.id });
    expect(await newestAudit()).toMatchObject({
      action: "appConfig.deleteFaqMiss",
      before: { search: "blue whale", times: 5 },
    });
    expect((await deleteMiss()).status).toBe(404);
  });

  it("the number of stored FAQ searches without results is limited; the rarest are deleted first", async () => {
    await app.db.delete(faqMisses);
    await app.db.insert(faqMisses).values(
      Array.from({ length: 5_000 }, (_, n) => ({
        id: uuid(),
        query: `miss ${n}`,
        language: "en",
        times: n < 50 ? 9 : 1,
        lastAt: new Date(Date.UTC(2026, 0, 1, 0, 0, n)),
      })),
    );
    await searchFaq("one too many");
    const storedQueries = new Set((await app.db.select().from(faqMisses)).map(({ query }) => query));
    expect(storedQueries.size).toBe(4_901);
    for (const query of ["miss 0", "miss 49", "miss 4999", "one too many"]) expect(storedQueries).toContain(query);
    expect(storedQueries).not.toContain("miss 50");
  });
});

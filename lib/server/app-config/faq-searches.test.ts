import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { faqMisses, faqVotes } from "@/lib/server/db/schema/entries";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { deskOf, docOf, publishedAt, question } from "@/lib/server/testing/entries";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
let desk: ReturnType<typeof deskOf>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  desk = deskOf(app, admin, "faq");
});
afterAll(() => app.stop());

type Question = { id: string; question: string; group: string; language: string };
const named = (answer: { json: { data: { items: Question[] } } }) =>
  answer.json.data.items.map((each) => each.question);
const publicFaq = async (language = "") => app.call("GET", `/public/faq${language && `?language=${language}`}`);
const newest = async () => (await app.audit())[0];
const search = (q: string, language?: string) => app.callAsApp("POST", "/faq/searches", { body: { q, language } });
const vote = (id: string, userId: string, helpful: boolean) =>
  app.callAsApp("POST", `/faq/${id}/votes`, { body: { user_id: userId, helpful } });
const misses = (query = "") => app.call("GET", `/app-config/faq-misses${query}`, { token: admin.token });

describe("questions", () => {
  it("are public in order with their groups, and change immediately", async () => {
    const first = await desk.published(question("How do I send money?"));
    const second = await desk.published(question("Where is my receipt?", { group: "Receipts" }));
    const draft = await desk.draft(question("Not said yet"));
    expect(named(await publicFaq())).toEqual(["How do I send money?", "Where is my receipt?"]);
    const ids = [draft.id, second.id, first.id];
    expect((await desk.call("POST", "/order", { ids })).json.data).toEqual({ ids });
    expect(await newest()).toMatchObject({
      action: "appConfig.orderEntries",
      adminId: admin.id,
      after: { order: "Not said yet, Where is my receipt?, How do I send money?" },
    });
    const turned = await publicFaq();
    expect(turned.json.data.items).toEqual([
      expect.objectContaining({ question: "Where is my receipt?", group: "Receipts", language: "en" }),
      expect.objectContaining({
        question: "How do I send money?",
        group: "Wallet",
        html: "<p>Answer to How do I send money?</p>",
        text: "Answer to How do I send money?",
      }),
    ]);
    const off = await desk.call("POST", `/${second.id}/withdrawal`, { version: second.version, what: "all" });
    expect(off.status).toBe(200);
    expect(named(await publicFaq())).toEqual(["How do I send money?"]);
  });

  it("have one of two orders that are saved concurrently; an incomplete order is refused", async () => {
    const all = (await desk.call("GET")).json.data.items.map(({ id }: Question) => id);
    const orders = [all, [...all].reverse()];
    const answers = await Promise.all(orders.map((ids) => desk.call("POST", "/order", { ids })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const now = (await desk.call("GET")).json.data.items.map(({ id }: Question) => id);
    expect(orders).toContainEqual(now);
    for (const ids of [all.slice(1), [...all, uuid()], [...all.slice(1), all[1]]]) {
      const { status, json } = await desk.call("POST", "/order", { ids });
      expect([status, json.current]).toEqual([409, { ids: now }]);
    }
  });

  it("need a group, a question and an answer before they are published", async () => {
    const made = await desk.draft({ texts: { en: { question: " ", answer: null } }, group: "" });
    const { status, json } = await desk.publish(made.id, made.version);
    expect([status, Object.keys(json.fields).sort()]).toEqual([
      400,
      ["draft.group", "draft.texts.en.answer", "draft.texts.en.question"],
    ]);
    expect((await desk.call("DELETE", `/${made.id}`, { version: made.version })).status).toBe(200);
  });

  it("are filtered by group, state, words and missing language", async () => {
    const efik = { efi: { question: "Efik words", answer: docOf("Efik answer") } };
    await desk.published(question("What does a tier mean?", { group: "Identity", texts: efik }));
    const list = async (query: string) =>
      (await desk.call("GET", `?${query}`)).json.data.items.map(({ title }: { title: string }) => title).sort();
    expect(await list("group=identity")).toEqual(["What does a tier mean?"]);
    expect(await list("group=Nothing")).toEqual([]);
    expect(await list("state=published&missing=efi")).toEqual(["How do I send money?"]);
    expect(await list("q=tier%20what")).toEqual(["What does a tier mean?"]);
    expect(await list("q=%25")).toEqual([]);
    expect(await list("state=draft")).toEqual(["Not said yet", "Where is my receipt?"]);
  });

  it("are returned in the requested language, or in English if the translation is incomplete", async () => {
    await desk.published(question("Half", { texts: { efi: { question: "Only the question", answer: null } } }));
    const { json } = await publicFaq("efi");
    const languages = Object.fromEntries(json.data.items.map((each: Question) => [each.question, each.language]));
    expect(languages).toMatchObject({ "Efik words": "efi", Half: "en", "How do I send money?": "en" });
  });
});

describe("votes", () => {
  it("count once for each citizen, who can change their vote", async () => {
    const made = await desk.published(question("Was it helpful?"));
    const [ada, obi] = [await makeUser(app), await makeUser(app)];
    expect((await vote(made.id, ada.id, true)).json.data).toEqual({ helpful: true });
    expect(await newest()).toMatchObject({
      action: "appConfig.voteFaq",
      outcome: "done",
      recordType: "user",
      recordId: ada.id,
      after: { question: "Was it helpful?", helpful: true },
    });
    await vote(made.id, obi.id, true);
    expect(await desk.get(made.id)).toMatchObject({ helpful: 2, not_helpful: 0 });
    await Promise.all(Array.from({ length: 6 }, () => vote(made.id, ada.id, false)));
    expect(await desk.get(made.id)).toMatchObject({ helpful: 1, not_helpful: 1 });
    expect(await app.db.$count(faqVotes, eq(faqVotes.entryId, made.id))).toBe(2);
  });

  it("are accepted only for published questions and open accounts", async () => {
    const draft = await desk.draft(question("A draft"));
    const later = await desk.published(question("Later"), { from: new Date(Date.now() + 3_600_000).toISOString() });
    const over = await desk.draft(question("Over"));
    await publishedAt(app, admin, over.id, { from: -2, until: -1 });
    const live = await desk.published(question("Live"));
    const ada = await makeUser(app);
    for (const { id } of [draft, later, over, { id: uuid() }]) expect((await vote(id, ada.id, true)).status).toBe(404);
    expect((await vote(live.id, uuid(), true)).status).toBe(404);
    const closed = await makeUser(app, { status: "closed" });
    expect((await vote(live.id, closed.id, true)).status).toBe(409);
    const body = { user_id: ada.id, helpful: true };
    expect((await app.call("POST", `/app/faq/${live.id}/votes`, { token: admin.token, body })).status).toBe(401);
    expect(await desk.get(live.id)).toMatchObject({ helpful: 0, not_helpful: 0 });
  });
});

describe("the search", () => {
  it("finds all words in any case and without accents, with matches in the question first", async () => {
    await desk.published(question("Fees", { answer: "Sending to a café in Ugep costs nothing." }));
    await desk.published(question("Is there a café?"));
    await desk.draft(question("The café that is a draft"));
    expect(named(await search("CAFE"))).toEqual(["Is there a café?", "Fees"]);
    expect(named(await search("ugep, sending!"))).toEqual(["Fees"]);
    expect(await newest()).toMatchObject({ action: "appConfig.searchFaq", after: { found: 1 } });
    expect(named(await search("efik answer", "efi"))).toEqual(["Efik words"]);
    expect((await search("")).status).toBe(400);
  });

  it("normalises each question once, however many words are typed", async () => {
    const read = async (q: string) => {
      const plain = vi.spyOn(String.prototype, "normalize");
      await search(q);
      const times = plain.mock.calls.filter(([form]) => form === "NFKD").length;
      plain.mockRestore();
      return times;
    };
    expect(await read("a e i o u")).toBe(await read("a"));
  });

  it("counts searches without results, but not who searched", async () => {
    await app.db.delete(faqMisses);
    await Promise.all(Array.from({ length: 5 }, (_, n) => search(n % 2 ? "Blue  whale?" : "blue whale")));
    await search("blue whale", "efi");
    await search("100%_sure");
    expect((await misses()).json.data).toMatchObject({
      total: 3,
      items: [
        { query: "blue whale", language: "en", times: 5 },
        { query: expect.any(String), times: 1 },
        { query: expect.any(String), times: 1 },
      ],
    });
    expect((await newest())?.after).not.toHaveProperty("q");
    const found = async (query: string) =>
      (await misses(query)).json.data.items.map(({ query }: { query: string }) => query);
    expect(await found("?language=efi")).toEqual(["blue whale"]);
    expect(await found("?q=whale&language=en")).toEqual(["blue whale"]);
    expect(await found("?q=sure")).toEqual(["100 sure"]);
    expect((await found("?sort=times")).at(-1)).toBe("blue whale");
    expect((await found("?sort=-last_at"))[0]).toBe("100 sure");
    expect((await misses("?sort=query")).status).toBe(400);
    // Punctuation alone has no words, so it is not counted.
    expect(named(await search("?!"))).toEqual([]);
    expect((await misses()).json.data.total).toBe(3);
  });

  it("deletes a search without results once", async () => {
    const [first] = (await misses()).json.data.items;
    const remove = () => app.call("DELETE", `/app-config/faq-misses/${first.id}`, { token: admin.token });
    expect((await remove()).json.data).toEqual({ id: first.id });
    expect(await newest()).toMatchObject({
      action: "appConfig.deleteFaqMiss",
      before: { search: "blue whale", times: 5 },
    });
    expect((await remove()).status).toBe(404);
  });

  it("limits stored searches, and deletes the rarest first", async () => {
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
    await search("one too many");
    const kept = new Set((await app.db.select().from(faqMisses)).map(({ query }) => query));
    expect(kept.size).toBe(4_901);
    for (const query of ["miss 0", "miss 49", "miss 4999", "one too many"]) expect(kept).toContain(query);
    expect(kept).not.toContain("miss 50");
  });
});

import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LEGAL_CONTENT_ENTRY_IDS } from "@/lib/contract/content-entries.values";
import type { Database } from "@/lib/server/db/client";
import { userGroups } from "@/lib/server/db/schema/user";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { contentEntryCallsOf, docWithText, publishDraftWithTimes } from "@/lib/server/testing/content-entries";
import { publicArticle, publicArticles, publicLegal, publicList } from "./public-lists";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
const groupId = uuid();
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  await app.db.insert(userGroups).values({ id: groupId, name: "Traders", kind: "static" });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.execute(sql`update entries set archived_at = now() where kind not in ('terms', 'privacy')`);
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const announcement = (title: string, groups: string[] = []) => ({
  texts: { en: { title, body: docWithText("Text") } },
  image_id: null,
  image_alt: "",
  link: "",
  audience: groups.length ? "groups" : "everybody",
  group_ids: groups,
  pinned: false,
});
const article = {
  texts: { en: { title: "Ekpe", summary: "", body: docWithText("Text") } },
  cover_id: null,
  cover_alt: "",
  gallery: [],
  tags: [],
  lga: null,
};

/** Returns the database, but delays every SQL statement after the first until the given time. */
function slowDatabase(slowUntil: number): Database {
  let isFirst = true;
  return new Proxy(app.db, {
    get(db, name) {
      const property = Reflect.get(db, name);
      if (name !== "execute") return typeof property === "function" ? property.bind(db) : property;
      return async (...args: Parameters<Database["execute"]>) => {
        if (!isFirst) await new Promise((resolve) => setTimeout(resolve, Math.max(0, slowUntil - Date.now() + 500)));
        isFirst = false;
        return db.execute(...args);
      };
    },
  });
}

describe("a response created while a publication ends", () => {
  const SOON_HOURS = 1.5 / 3_600;
  const soonMs = () => Date.now() + 1_500;

  it.each(["announcements", "culture", "article"])(
    "does not cache a response beyond the end of a publication that ends during the request: %s",
    async (listKind) => {
      const isArticle = listKind !== "announcements";
      const contentEntryCalls = contentEntryCallsOf(app, admin, isArticle ? "culture" : "announcements");
      const { id } = await contentEntryCalls.draft(isArticle ? article : announcement("Ends"));
      const endsAt = soonMs();
      await publishDraftWithTimes(app, admin, id, { from: -1, until: SOON_HOURS });
      const db = slowDatabase(endsAt);
      if (listKind === "article") {
        await expect(publicArticle(db, { entryId: id })).rejects.toThrow();
        return;
      }
      const answer = await (isArticle ? publicArticles(db, { page: 0 }) : publicList(db, "announcements"));
      expect(answer.items).toEqual([]);
      expect(Date.parse(answer.next_change_at ?? "")).toBeLessThan(Date.now());
    },
  );

  it("returns the next version of a legal text if it starts during the request", async () => {
    const id = LEGAL_CONTENT_ENTRY_IDS.terms;
    await contentEntryCallsOf(app, admin, "terms").draft(
      { texts: { en: { title: "Terms", body: docWithText("Terms") } } },
      id,
    );
    await publishDraftWithTimes(app, admin, id, { from: -1, number: 1 });
    const endsAt = soonMs();
    await publishDraftWithTimes(app, admin, id, { from: SOON_HOURS, number: 2 });
    const answer = await publicLegal(slowDatabase(endsAt), "terms");
    expect(answer.current?.number).toBe(2);
    expect(Date.parse(answer.next_change_at ?? "")).toBeLessThan(Date.now());
  });
});

describe("the next change of the public list", () => {
  const nextChange = async () => (await app.call("GET", "/public/announcements")).json.data.next_change_at;
  const contentEntryCalls = () => contentEntryCallsOf(app, admin, "announcements");

  it("the next change of the public list is not affected by publications to user groups", async () => {
    await contentEntryCalls().published(announcement("For traders", [groupId]), {
      from: inHours(1),
      until: inHours(2),
    });
    expect(await nextChange()).toBeNull();
    const slowUntil = inHours(3);
    await contentEntryCalls().published(announcement("For all"), { until: slowUntil });
    expect(await nextChange()).toBe(slowUntil);
  });

  it("the next change of the public list is the time when a publication to user groups replaces a public one", async () => {
    const made = await contentEntryCalls().published(announcement("For all"));
    const { id } = made;
    const draft = announcement("For traders", [groupId]);
    const saved = await contentEntryCalls().call("PATCH", `/${id}`, { version: made.version, draft });
    const from = inHours(1);
    await contentEntryCalls().publish(id, saved.json.data.version, { from, until: inHours(2) });
    expect(await nextChange()).toBe(from);
  });
});

import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LEGAL_ENTRY_IDS } from "@/lib/contract/entries.values";
import type { Database } from "@/lib/server/db/client";
import { userGroups } from "@/lib/server/db/schema/user";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { deskOf, docOf, publishedAt } from "@/lib/server/testing/entries";
import { publicArticle, publicArticles, publicLegal, publicList } from "./public-lists";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
const group = uuid();
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
  await app.db.insert(userGroups).values({ id: group, name: "Traders", kind: "static" });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.execute(sql`update entries set archived_at = now() where kind not in ('terms', 'privacy')`);
});

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const announcement = (title: string, groups: string[] = []) => ({
  texts: { en: { title, body: docOf("Text") } },
  image_id: null,
  image_alt: "",
  link: "",
  audience: groups.length ? "groups" : "everybody",
  group_ids: groups,
  pinned: false,
});
const article = {
  texts: { en: { title: "Ekpe", summary: "", body: docOf("Text") } },
  cover_id: null,
  cover_alt: "",
  gallery: [],
  tags: [],
  lga: null,
};

/** Returns the pool, delaying every statement after the first until the given time. */
function slowAfterFirst(until: number): Database {
  let first = true;
  return new Proxy(app.db, {
    get(db, name) {
      const own = Reflect.get(db, name);
      if (name !== "execute") return typeof own === "function" ? own.bind(db) : own;
      return async (...of: Parameters<Database["execute"]>) => {
        if (!first) await new Promise((resolve) => setTimeout(resolve, Math.max(0, until - Date.now() + 500)));
        first = false;
        return db.execute(...of);
      };
    },
  });
}

describe("a response created while a publication ends", () => {
  const SOON = 1.5 / 3_600;
  const soon = () => Date.now() + 1_500;

  it.each(["announcements", "culture", "article"])("is not cached beyond that end: %s", async (what) => {
    const isArticle = what !== "announcements";
    const desk = deskOf(app, admin, isArticle ? "culture" : "announcements");
    const { id } = await desk.draft(isArticle ? article : announcement("Ends"));
    const end = soon();
    await publishedAt(app, admin, id, { from: -1, until: SOON });
    const db = slowAfterFirst(end);
    if (what === "article") {
      await expect(publicArticle(db, { entryId: id })).rejects.toThrow();
      return;
    }
    const answer = await (isArticle ? publicArticles(db, { page: 0 }) : publicList(db, "announcements"));
    expect(answer.items).toEqual([]);
    expect(Date.parse(answer.next_change_at ?? "")).toBeLessThan(Date.now());
  });

  it("covers a legal text that the next version replaces", async () => {
    const id = LEGAL_ENTRY_IDS.terms;
    await deskOf(app, admin, "terms").draft({ texts: { en: { title: "Terms", body: docOf("Terms") } } }, id);
    await publishedAt(app, admin, id, { from: -1, number: 1 });
    const end = soon();
    await publishedAt(app, admin, id, { from: SOON, number: 2 });
    const answer = await publicLegal(slowAfterFirst(end), "terms");
    expect(answer.current?.number).toBe(2);
    expect(Date.parse(answer.next_change_at ?? "")).toBeLessThan(Date.now());
  });
});

describe("the next change of the public list", () => {
  const next = async () => (await app.call("GET", "/public/announcements")).json.data.next_change_at;
  const desk = () => deskOf(app, admin, "announcements");

  it("ignores publications that only groups can read", async () => {
    await desk().published(announcement("For traders", [group]), { from: at(1), until: at(2) });
    expect(await next()).toBeNull();
    const until = at(3);
    await desk().published(announcement("For all"), { until });
    expect(await next()).toBe(until);
  });

  it("is the time when a publication to groups replaces a public one", async () => {
    const made = await desk().published(announcement("For all"));
    const { id } = made;
    const draft = announcement("For traders", [group]);
    const saved = await desk().call("PATCH", `/${id}`, { version: made.version, draft });
    const from = at(1);
    await desk().publish(id, saved.json.data.version, { from, until: at(2) });
    expect(await next()).toBe(from);
  });
});

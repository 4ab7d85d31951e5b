import { v7 as uuid } from "uuid";
import { ireportCategories } from "@/lib/server/db/schema/ireport-set-up";
import { makeAdmin, makeUser, type TestApp } from "./app";

/** What a module puts where it could leak from, each marked with a word that no public answer may hold. */
type Planted = {
  /** Words that are nowhere in a public answer. */
  hidden: string[];
  /** Words that are: the call does answer with this module's things. */
  shown?: string[];
  /** Ids for the parameters of public paths, by their name. */
  ids?: Record<string, string>;
};

/** Each module that has something published plants its drafts, private things, notes and people here. */
export const CANARIES: Record<string, (app: TestApp) => Promise<Planted>> = {
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

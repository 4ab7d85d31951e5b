import { generateKeyPairSync } from "node:crypto";
import { v7 as uuid } from "uuid";
import type { ServiceAccount } from "@/lib/env";
import { broadcasts } from "@/lib/server/db/schema/broadcasts";
import { userDevices } from "@/lib/server/db/schema/citizen";
import { outbox } from "@/lib/server/db/schema/outbox";
import { deliverOutboxKind } from "@/lib/server/outbox/deliver";
import { makeUser, type TestApp } from "./app";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
/** Fake Firebase service account. */
export const SERVICE_ACCOUNT: ServiceAccount = { projectId: "test", clientEmail: "push@test.example", privateKey };

/** Body of the request that creates a notification. */
export const BROADCAST_DRAFT = {
  title: "Water comes back",
  text: "Water in Calabar South is back from 18:00.",
  image_id: null,
  destination: { kind: "home", target: "" },
  audience: { kind: "everybody" },
  mail_without_device: false,
};

/** Creates a citizen with devices of these tokens. */
export async function makeCitizen(app: TestApp, tokens: string[] = [], values: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(app, values);
  if (tokens.length)
    await app.db
      .insert(userDevices)
      .values(tokens.map((token) => ({ token, userId: user.id, platform: "android" as const, app: "demo" })));
  return user;
}

/** Inserts a draft of a broadcast, by default to everybody. `values` overrides its columns. */
export async function makeBroadcast(
  app: TestApp,
  createdBy: string,
  values: Partial<typeof broadcasts.$inferInsert> = {},
) {
  const [created] = await app.db
    .insert(broadcasts)
    .values({
      id: uuid(),
      title: BROADCAST_DRAFT.title,
      text: BROADCAST_DRAFT.text,
      destination: { kind: "home", target: "" },
      audience: { kind: "everybody" },
      mailWithoutDevice: false,
      createdBy,
      ...values,
    })
    .returning();
  if (!created) throw new Error("no notification");
  return created;
}

/** Makes all pending rows of the outbox due now, even those that wait for a retry. */
export const makeOutboxDue = (app: TestApp) =>
  app.db.update(outbox).set({ nextAttemptAt: new Date(Date.now() - 1_000) });

/** Delivers broadcasts step by step, ignoring the delays between steps, until no step is left. */
export async function deliverAllBroadcasts(app: TestApp): Promise<void> {
  for (let rounds = 0; rounds < 20; rounds++) {
    await makeOutboxDue(app);
    if ((await deliverOutboxKind("broadcast", app.db)) === 0) return;
  }
  throw new Error("The turns have no end.");
}

import { createSecretKey } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { ServiceAccount } from "@/lib/env";
import { outbox, type QueuedCitizenPush } from "@/lib/server/db/schema/outbox";
import type { Mail } from "@/lib/server/mail/mail";
import type { TestApp } from "./app";

/** Firebase settings that make the app queue pushes. Nothing is sent, because the tests take the queued rows. */
export const FAKE_FIREBASE: ServiceAccount = {
  projectId: "test",
  clientEmail: "push@test.example",
  privateKey: createSecretKey(Buffer.from("none")),
};

/** Takes the queued mails and pushes to citizens from the outbox, oldest first, instead of sending them. */
export async function takeQueuedCitizenMessages(app: TestApp) {
  const rows = await app.db
    .delete(outbox)
    .where(inArray(outbox.kind, ["mail", "bulk_mail", "citizen_push"]))
    .returning();
  rows.sort((a, b) => Number(a.id - b.id));
  return {
    mails: rows.flatMap(({ kind, payload }) => (kind === "citizen_push" ? [] : [payload as Mail])),
    pushes: rows.flatMap(({ kind, payload }) => {
      if (kind !== "citizen_push") return [];
      const { userId, push } = payload as QueuedCitizenPush;
      return [{ userId, ...push }];
    }),
  };
}

/** Returns the number of queued mails of the outbox kind `mail`, which would delay a new sign-in code. */
export const countUrgentMails = (app: TestApp) => app.db.$count(outbox, eq(outbox.kind, "mail"));

/** Registers a phone of a citizen through the citizen app's API. */
export const addCitizenDevice = (app: TestApp, userId: string) =>
  app.callAsApp("POST", "/devices", {
    body: { user_id: userId, device_token: `phone-${uuid()}`, platform: "android" },
  });

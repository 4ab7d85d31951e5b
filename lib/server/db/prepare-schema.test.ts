import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "@/lib/server/testing/database";
import { changeSettings } from "@/lib/server/testing/settings";
import { prepareSchema } from "./prepare-schema";

const settings = changeSettings();
let empty: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  empty = await createTestDatabase("template0");
});
afterAll(() => empty.drop());

it("starting on an empty database applies the migrations, but fails with MIGRATE_ON_START=off", async () => {
  settings.migrateOnStart = false;
  await expect(prepareSchema(empty.url)).rejects.toThrow("run npm run migrate, then start again");
  settings.migrateOnStart = true;
  await prepareSchema(empty.url);
  settings.migrateOnStart = false;
  await prepareSchema(empty.url);
});

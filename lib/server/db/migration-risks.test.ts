import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findMigrationRisks } from "@/lib/server/testing/migration-risks";
import { readMigrations, runsAfterCommit, splitStatements } from "./migration-files";

/** Last migration that was written before these checks existed. */
const BEFORE_RULE = "0021_homemail_mends";

describe("a migration", () => {
  const later = readMigrations().filter(({ tag }) => tag > BEFORE_RULE);

  it("no migration locks a large table or breaks code of the previous release", () => {
    const risks = later.flatMap(({ tag }) =>
      findMigrationRisks(readFileSync(`lib/server/db/migrations/${tag}.sql`, "utf8")).map((risk) => `${tag}: ${risk}`),
    );
    expect(risks).toEqual([]);
  });

  it("a `-- Contract:` comment in a migration is recognised and contains the name of an earlier migration", () => {
    for (const { tag, oldestCode } of later) {
      const sql = readFileSync(`lib/server/db/migrations/${tag}.sql`, "utf8");
      expect(oldestCode !== undefined, tag).toBe(/^-- Contract:/m.test(sql));
    }
  });
});

describe("findMigrationRisks", () => {
  it.each([
    'CREATE INDEX "users_lga" ON "users" USING btree ("lga");',
    'DROP INDEX "users_lga";',
    'ALTER TABLE "users" ADD CONSTRAINT "users_role_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id");',
    'ALTER TABLE "users" ADD COLUMN "nick" text NOT NULL;',
    `ALTER TABLE "users" ADD COLUMN "words" tsvector GENERATED ALWAYS AS (to_tsvector('simple', name)) STORED;`,
    'ALTER TABLE "users" ADD COLUMN "token" uuid DEFAULT gen_random_uuid();',
    'ALTER TABLE "users" DROP COLUMN "nick";',
    'ALTER TABLE "users" RENAME COLUMN "nick" TO "name";',
    'ALTER TABLE "users" ALTER COLUMN "nick" SET DATA TYPE integer;',
    'ALTER TABLE "users" ALTER COLUMN "nick" SET NOT NULL;',
    'DROP TABLE "users";',
    "UPDATE users SET tier = 1;",
    "insert into totals select * from users;",
    "truncate users;",
    "DO $$ begin perform 1; end $$;",
    "-- Safe: short\nUPDATE users SET tier = 1;",
    "-- Safe: only the first statement is meant\nselect 1;\nUPDATE users SET tier = 1;",
    "-- Safe: a lock is not what old code minds\nALTER TABLE users DROP COLUMN nick;",
    "-- Contract: some day nobody uses it\nALTER TABLE users DROP COLUMN nick;",
  ])("findMigrationRisks reports one risk for the SQL: %s", (sql) => {
    expect(findMigrationRisks(sql)).toHaveLength(1);
  });

  it.each([
    'CREATE TABLE "extra" ("id" uuid);\n--> statement-breakpoint\nCREATE INDEX "extra_id" ON "extra" USING btree ("id");',
    'CREATE TABLE "extra" ("id" uuid);--> statement-breakpoint\nALTER TABLE "extra" ADD CONSTRAINT "fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id");',
    'CREATE INDEX CONCURRENTLY "users_lga" ON "users" USING btree ("lga");',
    'ALTER TABLE "users" ADD COLUMN "nick" text;',
    `ALTER TABLE "users" ADD COLUMN "nick" text DEFAULT '' NOT NULL;`,
    'ALTER TABLE "users" ADD CONSTRAINT "users_tier" CHECK (tier > 0) NOT VALID;',
    'ALTER TABLE "users" VALIDATE CONSTRAINT "users_tier";',
    "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE users SET tier = 1; DELETE FROM users; END $$;",
    "insert into settings (name) values ('update users; drop table users');",
    "-- Safe: roles has some ten rows\nUPDATE roles SET version = 1;",
    "-- Contract: since 0021_homemail_mends no code reads it\nALTER TABLE users DROP COLUMN nick;",
  ])("findMigrationRisks reports no risk for the SQL: %s", (sql) => {
    expect(findMigrationRisks(sql)).toEqual([]);
  });
});

it("migrations run index builds and validations after the commit, and all other statements in their transaction", () => {
  const sql = `-- Adds words.
CREATE INDEX "a" ON "extra" ("id");--> statement-breakpoint
-- Built while the product runs.
CREATE UNIQUE INDEX CONCURRENTLY "b" ON "users" ("id");--> statement-breakpoint
DROP INDEX CONCURRENTLY "c";--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "d";--> statement-breakpoint
-- Only a comment.
`;
  expect(splitStatements(sql).map(runsAfterCommit)).toEqual([false, true, true, true]);
});

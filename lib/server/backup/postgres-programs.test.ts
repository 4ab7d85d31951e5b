import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { changeSettings } from "@/lib/server/testing/settings";
import { findPostgresProgram } from "./postgres-programs";

const settings = changeSettings();
const folder = mkdtempSync(path.join(tmpdir(), "pg-programs-"));
const originalPath = process.env.PATH;
afterAll(() => {
  process.env.PATH = originalPath;
  rmSync(folder, { recursive: true });
});

/** Writes a `pg_dump` that only prints its version. @returns its folder */
function makeProgram(version: string): string {
  const bin = path.join(folder, version);
  mkdirSync(bin);
  writeFileSync(path.join(bin, "pg_dump"), `#!/bin/sh\necho "pg_dump (PostgreSQL) ${version}"\n`);
  chmodSync(path.join(bin, "pg_dump"), 0o755);
  return bin;
}

describe("findPostgresProgram", () => {
  it("findPostgresProgram chooses the oldest program that is not older than the server", () => {
    const folders = ["114.2", "112.9", "113.1"].map(makeProgram);
    settings.postgresPrograms = undefined;
    process.env.PATH = [...folders, originalPath].join(path.delimiter);
    expect(findPostgresProgram("pg_dump", 113)).toEqual({ file: path.join(folder, "113.1/pg_dump"), major: 113 });
    process.env.PATH = originalPath;
  });

  it("findPostgresProgram refuses a program that is older than the server, and states what to install", () => {
    settings.postgresPrograms = makeProgram("14.1");
    expect(() => findPostgresProgram("pg_dump", 15)).toThrow(
      `pg_dump of version 15 or newer is needed in the folder PG_BIN, and ${folder}/14.1/pg_dump has version 14. Install the PostgreSQL client 15 (Debian: postgresql-client-15), or set PG_BIN to its folder.`,
    );
  });

  it("findPostgresProgram refuses a missing program, and for the embedded PostgreSQL states the alternative", () => {
    settings.postgresPrograms = folder;
    expect(() => findPostgresProgram("pg_restore", 18, true)).toThrow(
      "pg_restore of version 18 or newer is needed in the folder PG_BIN, and there is none. Install the PostgreSQL client 18, or stop the product and copy the folder DATA_DIR: the embedded PostgreSQL has no pg_restore.",
    );
  });
});

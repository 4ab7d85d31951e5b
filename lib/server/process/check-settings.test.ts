import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "crossriverpay-settings-"));
  file = path.join(folder, "file");
  writeFileSync(file, "");
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

/** Loads a fresh instance of check-settings.ts with these environment variables. */
async function loadCheck(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  vi.resetModules();
  return import("./check-settings");
}
const faultsOf = async (variables: Record<string, string>) => (await loadCheck(variables)).findSettingFaults();

const NEEDS_NO_FOLDER = {
  DATABASE_URL: "postgres://db.example/office",
  APP_SECRET: "s".repeat(40),
  SMTP_URL: "smtp://mail.example",
};

describe("data folder", () => {
  it("the settings check refuses a DATA_DIR that is a file, or is below a file", async () => {
    for (const dataDir of [file, path.join(file, "below/it")])
      expect(await faultsOf({ DATA_DIR: dataDir })).toEqual([
        `DATA_DIR names the folder ${dataDir}, but ${file} is a file. Example: DATA_DIR=/var/lib/crossriverpay`,
      ]);
  });

  it("the settings check refuses an unusable DATA_DIR even if no setting needs the data folder", async () => {
    expect(await faultsOf({ ...NEEDS_NO_FOLDER, DATA_DIR: file })).toHaveLength(1);
  });

  it("the settings check accepts a missing DATA_DIR if the folder above it is writable", async () => {
    expect(await faultsOf({ DATA_DIR: path.join(folder, "new/data") })).toEqual([]);
  });

  it("the settings check tests the default data folder only if a setting needs it", async () => {
    vi.spyOn(process, "cwd").mockReturnValue(file);
    expect(await faultsOf({ ...NEEDS_NO_FOLDER, DATA_DIR: "" })).toEqual([]);
    for (const name of Object.keys(NEEDS_NO_FOLDER))
      expect(await faultsOf({ ...NEEDS_NO_FOLDER, DATA_DIR: "", [name]: "" })).toHaveLength(1);
  });

  it("the settings check ignores DATA_DIR with API_BASE_URL, or on Vercel", async () => {
    expect(await faultsOf({ DATA_DIR: file, API_BASE_URL: "https://api.example/v1" })).toEqual([]);
    expect(await faultsOf({ DATA_DIR: file, API_BASE_URL: "", VERCEL: "1" })).toEqual([]);
  });
});

it("trimEnvironment removes pasted spaces and an empty PORT, but leaves APP_SECRET as it is", async () => {
  const { trimEnvironment } = await loadCheck({});
  const variables = { PORT: " ", API_DOCS: "\u200boff ", APP_SECRET: " secret ", OTHER: " x " };
  trimEnvironment(variables as unknown as NodeJS.ProcessEnv);
  expect(variables).toEqual({ API_DOCS: "off", APP_SECRET: " secret ", OTHER: " x " });
});

describe("wrong setting", () => {
  it("a wrong setting ends the process with exit code 1 and one line on standard error", async () => {
    const { refuseWrongSettings } = await loadCheck({ TIMERS: "yes", LOG_LEVEL: "loud" });
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const exit = vi.spyOn(process, "exit").mockImplementation(() => {
      throw new Error("exit");
    });
    expect(() => refuseWrongSettings()).toThrow("exit");
    expect(exit).toHaveBeenCalledWith(1);
    expect(write.mock.calls.join("")).toMatch(/^TIMERS must [^\n]+\nLOG_LEVEL must [^\n]+\n$/);
  });

  it("on Vercel, a wrong setting throws an error instead of ending the process", async () => {
    const { refuseWrongSettings } = await loadCheck({ TIMERS: "yes", VERCEL: "1" });
    expect(() => refuseWrongSettings()).toThrow("TIMERS must be on or off, not “yes”.");
  });
});

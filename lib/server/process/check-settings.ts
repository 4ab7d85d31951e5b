import "server-only";
import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";
import { env, SETTING_NAMES, UNTRIMMED_SETTINGS } from "@/lib/env";
import { trimPasted } from "@/lib/settings/pasted-text";
import { SettingsError, settingFault } from "@/lib/settings/setting-faults";
import { findPortFault } from "./check-port";
import { exitAfterFailedStart } from "./refuse-start";

/**
 * Ends the process if a setting is wrong, and prints one line for each wrong setting on standard error. Loads neither the log nor the
 * database client, because it also runs before Next.js starts (scripts/check-settings.mjs).
 * @throws SettingsError on Vercel, where a function must not end its process
 */
export function refuseWrongSettings(): void {
  const faults = findSettingFaults();
  if (faults.length) exitAfterFailedStart(new SettingsError(faults));
}

/** Ends the process with a one-line message if the port for requests can't be opened. Next.js would print a stack trace instead. */
export async function refuseTakenPort(): Promise<void> {
  const fault = await findPortFault(Number(process.env.PORT || 3000));
  if (fault) exitAfterFailedStart(new SettingsError([fault]));
}

/** Removes pasted spaces from the environment variables themselves, for code that does not use `env()`: Next.js and middleware.ts. */
export function trimEnvironment(variables = process.env): void {
  for (const name of SETTING_NAMES) {
    const value = variables[name];
    if (value !== undefined && !UNTRIMMED_SETTINGS.includes(name)) variables[name] = trimPasted(value);
  }
  // Next.js would read an empty PORT as 0.
  if (variables.PORT === "") delete variables.PORT;
}

/** Returns a sentence for each wrong setting, or one about a data folder that is needed and can't be written. */
export function findSettingFaults(): readonly string[] {
  try {
    const fault = dataDirFault();
    return fault ? [fault] : [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}

function dataDirFault(): string | undefined {
  const { apiBaseUrl, dataDir, databaseUrl, appSecret, smtpUrl, isOnVercel } = env();
  if (apiBaseUrl || isOnVercel) return undefined;
  // With an external database, secret and mail server, the data folder would contain only the audit trail's hashes, which are also in the
  // log. So it is not needed then.
  const isNeeded = Boolean(process.env.DATA_DIR) || !databaseUrl || !appSecret || !smtpUrl;
  const fault = isNeeded && folderFault(dataDir);
  return fault ? settingFault("DATA_DIR", `names the folder ${dataDir}, ${fault}`) : undefined;
}

/** Returns why a folder can't be written or created; undefined if it can. */
function folderFault(folder: string): string | undefined {
  try {
    if (!statSync(folder).isDirectory()) return `but ${folder} is a file`;
    accessSync(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    const parent = path.dirname(folder);
    // A missing folder is created at its first use, so the folder that would contain it must be writable.
    if ((code === "ENOENT" || code === "ENOTDIR") && parent !== folder) return folderFault(parent);
    return `but this process can't write to ${folder}`;
  }
}

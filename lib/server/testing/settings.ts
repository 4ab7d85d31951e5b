import { afterAll } from "vitest";
import { env } from "@/lib/env";

/** Returns the process's settings, which the tests of a file may change. Restores the settings after the file's last test. */
export function changeSettings(): Record<string, unknown> {
  const settings: Record<string, unknown> = env();
  const originalSettings = { ...settings };
  afterAll(() => {
    for (const name of Object.keys(settings)) delete settings[name];
    Object.assign(settings, originalSettings);
  });
  return settings;
}

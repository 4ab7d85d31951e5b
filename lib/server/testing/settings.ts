import { afterAll } from "vitest";
import { env } from "@/lib/env";

/** Returns the settings of the process, for the tests of a file to change. They are restored after its last test. */
export function changeSettings(): Record<string, unknown> {
  const settings: Record<string, unknown> = env();
  const originalSettings = { ...settings };
  afterAll(() => {
    for (const name of Object.keys(settings)) delete settings[name];
    Object.assign(settings, originalSettings);
  });
  return settings;
}

type Pino = typeof import("pino");

/** Everything that was logged in this file, also at the levels that the tests keep silent: for tests that mock pino by `listening`. */
export const logLines: string[] = [];

/** `vi.mock("pino", async (original) => (await import("./testing/log-lines")).listening(await original()))` */
export function listening({ default: pino }: Pino) {
  const listener = (options: import("pino").LoggerOptions) =>
    pino({ ...options, level: "trace" }, { write: (line: string) => void logLines.push(line) });
  return { default: Object.assign(listener, pino) };
}

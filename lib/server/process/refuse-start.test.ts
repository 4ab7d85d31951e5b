import { afterEach, expect, it, vi } from "vitest";
import { exitAfterFailedStart } from "./refuse-start";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function linesOf(error: unknown) {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  vi.spyOn(process, "exit").mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  expect(() => exitAfterFailedStart(error)).toThrow("exit 1");
  return write.mock.calls.map(([text]) => text).join("");
}

it("a failed start prints its message in one line, without a stack", () => {
  expect(linesOf(new Error("PostgreSQL does not start:\n  no space\n  left"))).toBe(
    "The start failed: PostgreSQL does not start: no space left\n",
  );
});

it("a failed start prints the database's message instead of the failed statement", () => {
  const cause = new Error("permission denied for schema public");
  expect(linesOf(new Error("Failed query: create table x\nparams: secret", { cause }))).toBe(
    "The start failed: permission denied for schema public\n",
  );
});

it("a failed start throws on Vercel instead of ending the process", () => {
  vi.stubEnv("VERCEL", "1");
  const error = new Error("no database");
  expect(() => exitAfterFailedStart(error)).toThrow(error);
});

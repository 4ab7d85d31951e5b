import pino from "pino";
import { afterAll } from "vitest";
import { log } from "@/lib/server/base/log";

/** Collects every line that is logged until the last test of the file. Includes lines of levels that tests normally silence. */
export function collectLogLines(): string[] {
  const lines: string[] = [];
  const logger = log as { level: string } as { level: string; [stream: symbol]: unknown };
  const originalLogger = { level: log.level, stream: logger[pino.symbols.streamSym] };
  logger[pino.symbols.streamSym] = { write: (line: string) => void lines.push(line) };
  logger.level = "trace";
  afterAll(() => {
    logger.level = originalLogger.level;
    logger[pino.symbols.streamSym] = originalLogger.stream;
  });
  return lines;
}

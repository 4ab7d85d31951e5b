import { expect, it } from "vitest";
import { formatTimeRange } from "./event-words";

it("formats an event's end with its day only if the event lasts 24 hours or longer", () => {
  expect(formatTimeRange("2026-11-23T17:30:00Z", "2026-11-24T01:30:00Z")).toBe("18:30 to 02:30");
  expect(formatTimeRange("2026-11-22T17:30:00Z", "2026-11-26T17:30:00Z")).toBe("18:30 to 26 Nov 2026, 18:30");
});

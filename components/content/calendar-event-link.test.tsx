import { expect, it } from "vitest";
import type { CalendarItem } from "@/lib/contract/entries";
import { describeCalendarEvent } from "./calendar-event-link";

const startText = (kind: CalendarItem["kind"], state: CalendarItem["state"]) =>
  describeCalendarEvent({ what: "begins", at: "", item: { kind, state } as CalendarItem });

it("describes future publications in the content calendar in the present tense, past publications in the past tense", () => {
  expect(startText("broadcasts", "scheduled")).toBe("Notification goes out");
  expect(startText("broadcasts", "sent")).toBe("Notification sent");
  expect(startText("announcements", "scheduled")).toBe("Announcement goes live");
  expect(startText("announcements", "published")).toBe("Announcement went live");
});

import { expect, it } from "vitest";
import type { CalendarItem } from "@/lib/contract/entries";
import { eventWords } from "./calendar-event-link";

const begins = (kind: CalendarItem["kind"], state: CalendarItem["state"]) =>
  eventWords({ what: "begins", at: "", item: { kind, state } as CalendarItem });

it("uses the present tense for future events and the past tense for past ones", () => {
  expect(begins("broadcasts", "scheduled")).toBe("Notification goes out");
  expect(begins("broadcasts", "sent")).toBe("Notification sent");
  expect(begins("announcements", "scheduled")).toBe("Announcement goes live");
  expect(begins("announcements", "published")).toBe("Announcement went live");
});

import { expect, it } from "vitest";
import type { PublicationCalendarItem } from "@/lib/contract/content-entries";
import { describeCalendarEvent } from "./calendar-event-link";

const startText = (kind: PublicationCalendarItem["kind"], state: PublicationCalendarItem["state"]) =>
  describeCalendarEvent({ what: "begins", at: "", item: { kind, state } as PublicationCalendarItem });

it("describes future publications in the content calendar in the present tense, past publications in the past tense", () => {
  expect(startText("broadcasts", "scheduled")).toBe("Notification goes out");
  expect(startText("broadcasts", "sent")).toBe("Notification sent");
  expect(startText("announcements", "scheduled")).toBe("Announcement goes live");
  expect(startText("announcements", "published")).toBe("Announcement went live");
});

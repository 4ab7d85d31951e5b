import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ContentEntryActivityPanel } from "./content-entry-activity-panel";
import { describeContentEntryChanges } from "./content-entry-words";

type ChangedValue = string | null;
const makeChange = (field: string, before: ChangedValue, after: ChangedValue) => ({ field, before, after });
const LANGUAGES = [
  { code: "en", name: "English", direction: "ltr" as const },
  { code: "efi", name: "Efik", direction: "ltr" as const },
];
const makeHistoryEntry = (action: string, ...changes: ReturnType<typeof makeChange>[]) => ({
  id: action,
  at: "2026-11-21T10:00:00.000Z",
  by: null,
  actor: "System",
  action: `content.${action}`,
  words: "Changed the draft",
  outcome: "done" as const,
  changes,
});

it.each([
  [
    "Published",
    makeHistoryEntry("publishEntry", makeChange("published", null, "3"), makeChange("scheduled", "2", null)),
  ],
  ["Scheduled", makeHistoryEntry("publishEntry", makeChange("scheduled", "2", "3"))],
  [
    "Withdrew",
    makeHistoryEntry("withdrawEntry", makeChange("published", "2", null), makeChange("scheduled", "3", null)),
  ],
  ["Cancelled the schedule", makeHistoryEntry("withdrawEntry", makeChange("scheduled", "3", null))],
  ["Changed the draft", makeHistoryEntry("saveEntry", makeChange("title (en)", "Bridge", "Bridge open"))],
  ["Archived", makeHistoryEntry("archiveEntry", makeChange("archived", "false", "true"))],
  ["Brought back from the archive", makeHistoryEntry("archiveEntry", makeChange("archived", "true", "false"))],
])("describes an action in an entry's history by its effect: %s", (expected, entry) => {
  render(<ContentEntryActivityPanel kind="announcements" timeline={[entry]} languages={LANGUAGES} />);
  expect(screen.getByText(expected, { selector: "p" })).toBeDefined();
});

it("an entry's history omits empty initial values and changes that the action's name implies", () => {
  const entry = makeHistoryEntry(
    "createEntry",
    makeChange("step", null, "draft created"),
    makeChange("step", null, "withdrawn"),
    makeChange("group_ids", null, "[]"),
    makeChange("link", "https://a.example", ""),
    makeChange("step", null, "version 2 brought back as draft"),
  );
  const { changes } = describeContentEntryChanges(entry, "announcements", LANGUAGES);
  expect(changes).toEqual([
    makeChange("Link", "https://a.example", null),
    makeChange("step", null, "version 2 brought back as draft"),
  ]);
});

it("labels changed fields in an entry's history as the editor does, and shows ids, JSON and long texts only as changed", () => {
  const GROUP_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c31";
  const entry = makeHistoryEntry(
    "saveEntry",
    makeChange("title (en)", "Bridge", "Bridge open"),
    makeChange("body (efi)", "Long", "Longer"),
    makeChange("cover_id", null, GROUP_ID),
    makeChange("gallery", "[]", `[{"image_id":"${GROUP_ID}"}]`),
    makeChange("tags", "[]", '["Dance","Food"]'),
  );
  expect(describeContentEntryChanges(entry, "culture", LANGUAGES).changes).toEqual([
    makeChange("Title · English", "Bridge", "Bridge open"),
    makeChange("Text · Efik", null, "changed"),
    makeChange("Cover", null, "changed"),
    makeChange("Gallery", null, "changed"),
    makeChange("Tags", null, "Dance, Food"),
  ]);
  const otherChanges = makeHistoryEntry(
    "saveEntry",
    makeChange("group_ids", "[]", `["${GROUP_ID}"]`),
    makeChange("pinned", "false", "true"),
  );
  expect(describeContentEntryChanges(otherChanges, "announcements", LANGUAGES).changes).toEqual([
    makeChange("User groups", null, "changed"),
    makeChange("Pinned", "No", "Yes"),
  ]);
  const point = makeHistoryEntry("saveEntry", makeChange("focal_x", "50", "60"), makeChange("focal_y", "50", "49"));
  expect(describeContentEntryChanges(point, "slides", LANGUAGES).changes).toEqual([
    makeChange("Focal point", null, "changed"),
  ]);
});

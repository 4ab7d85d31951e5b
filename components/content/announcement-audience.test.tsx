import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { newContentEntryDraft } from "@/components/content-entry/content-entry-kinds";
import { makeQueryClient } from "@/lib/client/query-client";
import { AnnouncementAudienceField } from "./announcement-audience";

const GROUPS = ["Ward heads", "Traders"].map((name, index) => ({
  id: `019b76da-afc5-77b8-b3c0-9fbab7704c0${index}`,
  name,
}));
const [HEADS_ID, TRADERS_ID] = GROUPS.map(({ id }) => id) as [string, string];

let announcementDraft = newContentEntryDraft("announcements");
beforeEach(() => {
  vi.stubGlobal("crossRiverPayFetch", async () =>
    Response.json({ status: 200, message: "", data: { items: GROUPS.map((group) => ({ ...group, members: 3 })) } }),
  );
});
function TestField() {
  const [now, setNow] = useState({
    ...newContentEntryDraft("announcements"),
    audience: "groups" as const,
    group_ids: [HEADS_ID],
  });
  announcementDraft = now;
  return (
    <>
      <AnnouncementAudienceField
        draft={now}
        change={(patch) =>
          setNow((previous) => ({ ...previous, ...(typeof patch === "function" ? patch(previous) : patch) }) as never)
        }
        problem={() => undefined}
        readOnly={false}
      />
      <button type="button" onClick={() => setNow({ ...now, group_ids: [TRADERS_ID] })}>
        Restore
      </button>
    </>
  );
}

it("keeps the chosen groups when an announcement's audience is switched to everybody and back", async () => {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <TestField />
    </QueryClientProvider>,
  );
  const switchAudienceTwice = () => {
    fireEvent.click(screen.getByLabelText("Everybody"));
    expect(announcementDraft).toMatchObject({ audience: "everybody", group_ids: [] });
    fireEvent.click(screen.getByLabelText("Members of groups"));
  };
  switchAudienceTwice();
  expect(announcementDraft.group_ids).toEqual([HEADS_ID]);
  fireEvent.click(await screen.findByLabelText("Traders"));
  switchAudienceTwice();
  expect(announcementDraft.group_ids).toEqual([HEADS_ID, TRADERS_ID]);
  fireEvent.click(screen.getByRole("button", { name: "Restore" }));
  switchAudienceTwice();
  expect(announcementDraft.group_ids).toEqual([TRADERS_ID]);
});

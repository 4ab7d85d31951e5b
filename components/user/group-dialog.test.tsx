import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { UserGroupDetails } from "@/lib/contract/user-groups";
import { GroupDialog } from "./group-dialog";

const GROUP: UserGroupDetails = {
  id: "019b76da-afc5-77b8-b3c0-9fbab7704c18",
  name: "Pilot",
  description: "",
  kind: "static",
  rule: null,
  members: 1,
  members_is_capped: false,
  created_at: "2026-11-21T10:00:00.000Z",
  version: 4,
  used_by: [],
  timeline: [],
};

it("keeps the user group's form after a conflict, and deletes a changed group only after showing the current version", async () => {
  let now = GROUP;
  const sent: string[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string, init: RequestInit) => {
    const respond = (status: number, body: object) => Response.json({ status, message: "", ...body }, { status });
    if (url.includes("/access")) {
      const features = [{ name: "User Management", access: { read: true, update: true, delete: true } }];
      return respond(200, { data: { features } });
    }
    if (init.method !== "DELETE") return respond(200, { data: now });
    sent.push(`${url} ${init.body ?? ""}`);
    if (sent.length > 1) return respond(200, { data: {} });
    now = { ...GROUP, name: "Pilots of Yala", members: 7, version: 5 };
    return respond(409, { code: "CONFLICT", message: "Somebody changed this group.", current: now });
  });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <GroupDialog groupId={GROUP.id} onClose={onClose} />
    </QueryClientProvider>,
  );
  const name = await screen.findByLabelText<HTMLInputElement>("Name");
  fireEvent.change(name, { target: { value: "Half a na" } });
  fireEvent.click(await screen.findByRole("button", { name: "Delete group" }));
  const clickButton = async (title: string) =>
    fireEvent.click(within(await screen.findByRole("dialog", { name: title })).getByRole("button", { name: "Delete" }));
  await clickButton("Delete the group Pilot?");
  await screen.findByText("Somebody changed this group.");
  expect(await screen.findByText("7 users")).toBeDefined();
  expect(name.value).toBe("Half a na");
  await clickButton("Delete the group Pilots of Yala?");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.map((call) => /version\W+(\d+)/.exec(call)?.[1])).toEqual(["4", "5"]);
});

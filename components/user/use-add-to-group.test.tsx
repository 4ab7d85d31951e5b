import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { toast } from "@/lib/client/toast";
import { useAddToGroup } from "./use-add-to-group";

afterEach(() => vi.restoreAllMocks());

const idOf = (index: number) => `019b76da-afc5-77b8-b3c0-9fbab7704c1${index}`;
const [FIRST, SECOND, GROUP, RULE_GROUP] = [idOf(1), idOf(2), idOf(3), idOf(4)];
const USERS = [{ id: FIRST }, { id: SECOND }];

function SelectionBar({ clear }: { clear: () => void }) {
  const { bar, dialogs } = useAddToGroup();
  return (
    <>
      {bar(USERS, clear)}
      {dialogs}
    </>
  );
}

/** Renders the selection bar over two users and opens its dialog. `isMember`: the second user is in the group already. */
async function openDialog(isMember: boolean) {
  const sent: unknown[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (_url: string, init: RequestInit) => {
    if (init.body) sent.push(JSON.parse(String(init.body)));
    const groups = [
      { id: GROUP, name: "Pilot", kind: "static" },
      { id: RULE_GROUP, name: "Young people", kind: "rule" },
    ];
    const results = [
      { id: FIRST, name: "Ada Obi", done: true, message: "Added to Pilot." },
      { id: SECOND, name: "Eno Bassey", done: !isMember, message: isMember ? "In Pilot already." : "Added to Pilot." },
    ];
    return Response.json({ status: 200, message: "", data: init.body ? { results } : { items: groups } });
  });
  const clear = vi.fn();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <SelectionBar clear={clear} />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Add to group…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add 2 users to a group" }));
  await dialog.findByRole("option", { name: "Pilot" });
  return { sent, clear, dialog };
}
type OpenDialog = Awaited<ReturnType<typeof openDialog>>["dialog"];
const add = (dialog: OpenDialog) => {
  fireEvent.change(dialog.getByLabelText("Group"), { target: { value: GROUP } });
  fireEvent.click(dialog.getByRole("button", { name: "Add" }));
};

it("offers only groups of chosen people for selected users, and requires a choice", async () => {
  const { sent, dialog } = await openDialog(false);
  expect(dialog.queryByRole("option", { name: "Young people" })).toBeNull();
  fireEvent.click(dialog.getByRole("button", { name: "Add" }));
  expect(await dialog.findByText("Choose a group.")).toBeDefined();
  expect(sent).toEqual([]);
});

it("adds selected users to a group, clears the selection, and shows only a toast if all were added", async () => {
  const toastSuccess = vi.spyOn(toast, "success");
  const { sent, clear, dialog } = await openDialog(false);
  add(dialog);
  await waitFor(() => expect(toastSuccess).toHaveBeenCalledWith("2 users added."));
  expect(sent).toEqual([{ users: [FIRST, SECOND] }]);
  expect(clear).toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("lists a result for each selected user if some could not be added to the group", async () => {
  const { clear, dialog } = await openDialog(true);
  add(dialog);
  const results = within(await screen.findByRole("dialog", { name: "1 of 2 users added" }));
  expect(results.getByText("In Pilot already.")).toBeDefined();
  expect(results.getByText("Added to Pilot.")).toBeDefined();
  expect(clear).toHaveBeenCalled();
});

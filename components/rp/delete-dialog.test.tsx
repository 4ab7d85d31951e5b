import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { AdminRow } from "@/lib/contract/rp";
import { DeleteAdminsDialog } from "./delete-dialog";

const makeAdmin = (id: string, first_name: string, is_stronger = false) =>
  ({ id, first_name, last_name: "Obi", is_stronger }) as AdminRow;

/** Opens the dialog. Returns the ids of deleted admins of each request, and the mock of `onClose`. */
async function openDialog(admins: readonly AdminRow[], results: unknown[] = []) {
  const sent: unknown[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)).accounts);
    return Response.json({ status: 200, message: "", data: { results } });
  });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <DeleteAdminsDialog admins={admins} onClose={onClose} />
    </QueryClientProvider>,
  );
  await screen.findByRole("dialog");
  return { sent, onClose };
}
const clickButton = (name: string) => fireEvent.click(screen.getAllByRole("button", { name }).at(-1) as HTMLElement);

it("lists the admins to delete, and shows the result of each deletion", async () => {
  const reason = "You can't delete your own account.";
  const { sent, onClose } = await openDialog(
    [makeAdmin("1", "Ada"), makeAdmin("2", "Grace")],
    [
      { id: "1", name: "Ada Obi", deleted: true, message: "Deleted." },
      { id: "2", name: "Grace Obi", deleted: false, message: reason },
    ],
  );
  expect(screen.getByRole("dialog", { name: "Delete 2 admins?" }).textContent).toContain("Ada Obi");
  clickButton("Delete");
  await screen.findByRole("dialog", { name: "1 of 2 accounts deleted" });
  expect(sent).toEqual([["1", "2"]]);
  const texts = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(texts.find((text) => text?.includes("Grace Obi"))).toContain(reason);
  clickButton("Close");
  expect(onClose).toHaveBeenCalledExactlyOnceWith(true);
});

it("names selected admins with more rights, and deletes only the others", async () => {
  const { sent } = await openDialog([makeAdmin("1", "Ada"), makeAdmin("2", "Ekaette", true)], []);
  screen.getByRole("dialog", { name: "Delete Ada Obi?" });
  expect(screen.getByRole("alert").textContent).toContain("Ekaette Obi. They hold rights that you don't.");
  clickButton("Delete");
  await screen.findByRole("dialog", { name: /accounts deleted$/ });
  expect(sent).toEqual([["1"]]);
});

it("explains that none of the selected admins can be deleted if all have more rights", async () => {
  await openDialog([makeAdmin("2", "Ekaette", true)]);
  expect(screen.getByRole("dialog", { name: "You can't delete these admins" }).textContent).toContain("Ekaette Obi");
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
});

import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ExportButton } from "./export-button";

it.each([
  [{ total: 1, totalIsCapped: false }, "Export 1 user"],
  [{ total: 2, totalIsCapped: false }, "Export 2 users"],
  [{ total: 10_000, totalIsCapped: true }, "Export 10,000+ users"],
])("asks for confirmation before exporting %j: %s", async (list, title) => {
  render(
    <ExportButton
      what={["user", "users"]}
      list={list}
      filtered={false}
      hiddenColumns={null}
      create={vi.fn()}
      progress={vi.fn()}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Export" }));
  expect(await screen.findByRole("dialog", { name: title })).toBeDefined();
});

it("before the download, the export dialog lists the columns that will be empty", async () => {
  render(
    <ExportButton
      what={["redemption", "redemptions"]}
      list={{ total: 3, totalIsCapped: false }}
      filtered={false}
      hiddenColumns="Without User Management you get these columns empty: phone."
      create={vi.fn()}
      progress={vi.fn()}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Export" }));
  expect(await screen.findByText("Without User Management you get these columns empty: phone.")).toBeDefined();
});

import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ExportButton } from "./export-button";

it.each([
  [{ total: 1, totalIsCapped: false }, "Export 1 user"],
  [{ total: 2, totalIsCapped: false }, "Export 2 users"],
  [{ total: 10_000, totalIsCapped: true }, "Export 10,000+ users"],
])("asks before it exports %j: %s", async (list, title) => {
  render(<ExportButton what={["user", "users"]} list={list} filtered={false} create={vi.fn()} progress={vi.fn()} />);
  fireEvent.click(screen.getByRole("button", { name: "Export" }));
  expect(await screen.findByRole("dialog", { name: title })).toBeDefined();
});

import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { RouteProgress } from "./route-progress";

const load = vi.hoisted(() => vi.fn());
vi.mock("./top-loader", () => {
  load();
  throw new Error("Failed to load chunk");
});

it("leaves the page usable if the code of the progress bar fails to load", async () => {
  render(
    <>
      <RouteProgress />
      <p>Page</p>
    </>,
  );
  fireEvent.pointerDown(window);
  await act(async () => {
    await vi.waitFor(() => expect(load).toHaveBeenCalled());
    await import("./top-loader").catch(() => {});
  });
  expect(screen.queryByText("Page")).not.toBeNull();
});

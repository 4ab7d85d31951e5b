import { act, fireEvent, render } from "@testing-library/react";
import { expect, it } from "vitest";
import { endNavigation, notifyNavigationStart } from "@/lib/client/navigation-start";
import { RouteProgress } from "./route-progress";

it("shows the progress bar for a navigation that began before the bar's code was loaded", async () => {
  render(<RouteProgress />);
  expect(document.querySelector("style")).toBeNull();
  fireEvent.pointerDown(window);
  notifyNavigationStart();
  await act(async () => void (await import("./top-loader")));
  expect(document.querySelector("#nprogress .bar")).not.toBeNull();
  window.history.pushState(null, "", "/dashboard/wallets");
  await expect.poll(() => document.querySelector("#nprogress .bar")).toBeNull();
  window.history.replaceState(null, "", "/");
  endNavigation();
});

import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endNavigation } from "@/lib/client/navigation-start";
import { ROW_LINK_ATTR } from "@/lib/client/row-link";
import { setNavigationHooks } from "@/lib/client/testing-navigation";
import { LinkPrefetch } from "./link-prefetch";

const prefetch = vi.fn();
const router = { prefetch };

beforeEach(() => {
  // Ends a navigation that another test file may have reported, because tests share modules.
  endNavigation();
  vi.useFakeTimers();
  prefetch.mockClear();
  setNavigationHooks({ useRouter: () => router });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const prefetchedPaths = () => prefetch.mock.calls.map(([href]) => new URL(href).pathname);

function renderLinks() {
  render(
    <>
      <LinkPrefetch />
      <a href="/dashboard/wallets">Wallets</a>
      <a href="/dashboard/grants">Grants</a>
      <a href="/api/v1/docs">API</a>
      <a href="https://other.example/dashboard">Elsewhere</a>
      <a href="/dashboard/wallets" target="_blank" rel="noopener">
        New tab
      </a>
      <table>
        <tbody>
          <tr>
            <td>
              <a href="/dashboard/user-management/users/1" {...{ [ROW_LINK_ATTR]: "" }}>
                Ada
              </a>
            </td>
            <td>Calabar</td>
          </tr>
        </tbody>
      </table>
    </>,
  );
}

const hoverLink = (text: string) => {
  fireEvent.pointerOver(screen.getByText(text));
  vi.advanceTimersByTime(100);
};

it("prefetches the full page of a link under the pointer, a link with focus, and a row under the pointer", () => {
  renderLinks();
  hoverLink("Wallets");
  fireEvent.focusIn(screen.getByText("Grants"));
  vi.advanceTimersByTime(100);
  hoverLink("Calabar");
  expect(prefetchedPaths()).toEqual(["/dashboard/wallets", "/dashboard/grants", "/dashboard/user-management/users/1"]);
  expect(prefetch.mock.calls.map(([, options]) => options.kind)).toEqual(["full", "full", "full"]);
});

it("prefetches no page when the pointer only passes over a link", () => {
  renderLinks();
  fireEvent.pointerOver(screen.getByText("Wallets"));
  vi.advanceTimersByTime(30);
  fireEvent.pointerOver(document.body);
  vi.advanceTimersByTime(500);
  expect(prefetch).not.toHaveBeenCalled();
});

it("prefetches no page on touch, because the tap itself requests the page", () => {
  renderLinks();
  fireEvent.pointerOver(screen.getByText("Wallets"), { pointerType: "touch" });
  vi.advanceTimersByTime(500);
  expect(prefetch).not.toHaveBeenCalled();
});

it("prefetches a row's page once while the pointer moves within the row", () => {
  renderLinks();
  hoverLink("Calabar");
  hoverLink("Ada");
  hoverLink("Calabar");
  expect(prefetch).toHaveBeenCalledTimes(1);
});

it.each(["API", "Elsewhere", "New tab"])(
  "does not prefetch a link that opens another tab or leaves the dashboard: %s",
  (text) => {
    renderLinks();
    hoverLink(text);
    expect(prefetch).not.toHaveBeenCalled();
  },
);

it.each([{ saveData: true }, { effectiveType: "2g" }, { effectiveType: "slow-2g" }])(
  "does not prefetch on a connection with %j",
  (connection) => {
    vi.stubGlobal(
      "navigator",
      Object.create(navigator, { onLine: { value: true }, connection: { value: connection } }),
    );
    renderLinks();
    hoverLink("Wallets");
    expect(prefetch).not.toHaveBeenCalled();
  },
);

it("prefetches at most ten pages within ten seconds", () => {
  renderLinks();
  for (let turn = 0; turn < 12; turn++) hoverLink(turn % 2 ? "Wallets" : "Grants");
  expect(prefetch).toHaveBeenCalledTimes(10);
  vi.advanceTimersByTime(10_000);
  hoverLink("Calabar");
  expect(prefetch).toHaveBeenCalledTimes(11);
});

it("prefetches a link that changes only the query string, but not a table row that opens a drawer on the same page", () => {
  window.history.replaceState(null, "", "/dashboard/roles");
  render(
    <>
      <LinkPrefetch />
      <a href="/dashboard/roles?days=30">30 days</a>
      <table>
        <tbody>
          <tr>
            <td>
              <a href="/dashboard/roles?admin=1" {...{ [ROW_LINK_ATTR]: "" }}>
                Ada
              </a>
            </td>
          </tr>
        </tbody>
      </table>
    </>,
  );
  hoverLink("Ada");
  expect(prefetch).not.toHaveBeenCalled();
  hoverLink("30 days");
  expect(prefetch).toHaveBeenCalledTimes(1);
  window.history.replaceState(null, "", "/");
});

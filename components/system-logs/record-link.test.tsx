import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { RecordLink } from "./record-link";

it.each([
  ["upload", "", "Uploaded file"],
  ["upload", "Passport", "Passport"],
  ["of another version", "", "018f"],
])("shows an audit row's record of type %s named %j as %s", (type, name, expected) => {
  vi.stubGlobal("crossRiverPayFetch", async () => Response.json({ status: 200, message: "", data: { features: [] } }));
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <RecordLink record={{ type, id: "018f", name }} />
    </QueryClientProvider>,
  );
  expect(container.textContent).toBe(expected);
});

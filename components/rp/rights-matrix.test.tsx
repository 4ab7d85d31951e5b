import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { RightsMatrix } from "./rights-matrix";

afterEach(() => vi.unstubAllGlobals());

const show = (respond: () => Response) => {
  const asked: string[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    asked.push(url);
    return respond();
  });
  const client = makeQueryClient();
  const features = [
    {
      name: "Grants",
      access: { read: true, create: false, update: false, delete: false, approve: false, export: false },
    },
  ];
  render(
    <QueryClientProvider client={client}>
      <RightsMatrix features={features} />
    </QueryClientProvider>,
  );
  return {
    asked,
    keys: () =>
      client
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey),
  };
};

it("has the rows and columns that the API names, under the key of the permissions", async () => {
  const data = { features: ["Grants", "Events"], flags: ["read", "approve"] };
  const { asked, keys } = show(() => Response.json({ status: 200, message: "", data }));
  expect(await screen.findByRole("rowheader", { name: "Grants" })).toBeTruthy();
  expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual(["Grants", "Events"]);
  const heads = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(heads).toEqual(["Feature", "Read", "Approve"]);
  expect(screen.getAllByRole("img", { name: "yes" })).toHaveLength(1);
  expect(asked).toEqual(["/api/v1/permissions/all"]);
  expect(keys()).toEqual([["RP", "permissions"]]);
});

it("says so when they can't be read, with a way to try again", async () => {
  show(() => Response.json({ status: 403, message: "You may not do this." }, { status: 403 }));
  expect(await screen.findByText("You may not do this.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
});

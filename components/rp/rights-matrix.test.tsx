import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import { RightsMatrix } from "./rights-matrix";

const renderMatrix = (respond: () => Response, onChange?: () => void) => {
  const requestUrls: string[] = [];
  vi.stubGlobal("crossRiverPayFetch", async (url: string) => {
    requestUrls.push(url);
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
      <RightsMatrix features={features} onChange={onChange} />
    </QueryClientProvider>,
  );
  return {
    asked: requestUrls,
    keys: () =>
      client
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey),
  };
};

it("shows the features and flags that the API returns as rows and columns of the rights matrix", async () => {
  const data = { features: ["Grants", "Events"], flags: ["read", "approve"] };
  const { asked: requestUrls, keys } = renderMatrix(() => Response.json({ status: 200, message: "", data }));
  expect(await screen.findByRole("rowheader", { name: "Grants" })).toBeTruthy();
  expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual(["Grants", "Events"]);
  const headers = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(headers).toEqual(["Feature", "Read", "Approve"]);
  expect(screen.getAllByRole("img", { name: "yes" })).toHaveLength(1);
  expect(requestUrls).toEqual(["/api/v1/permissions/all"]);
  expect(keys()).toEqual([["RP", "permissions"]]);
});

it("shows an error with a retry when the rows and columns of the rights matrix can't be loaded", async () => {
  renderMatrix(() => Response.json({ status: 403, message: "You may not do this." }, { status: 403 }));
  expect(await screen.findByText("You may not do this.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
});

it("the rights matrix also shows which rights a role lacks, and explains the icons", async () => {
  const data = { features: ["Grants"], flags: ["read", "approve"] };
  renderMatrix(() => Response.json({ status: 200, message: "", data }));
  expect(await screen.findByRole("img", { name: "no" })).toBeTruthy();
  const legend = screen.getByRole("list", { name: "Legend" });
  expect([...legend.children].map(({ textContent }) => textContent)).toEqual([
    "Allowed",
    "Not allowed",
    "Needs a second admin",
  ]);
});

it("the rights matrix locks rights that the editing admin can't grant, and labels each right on a phone", async () => {
  const data = { features: ["Grants"], flags: ["read", "approve"] };
  renderMatrix(
    () => Response.json({ status: 200, message: "", data }),
    () => {},
  );
  const lockedBox = await screen.findByRole("checkbox", { name: /^Grants: approve\. You don't have this right/ });
  const [freeBox, cell] = [screen.getByRole("checkbox", { name: "Grants: read" }), lockedBox.closest("td")];
  expect(cell?.querySelector("svg.lucide-lock")).toBeTruthy();
  expect(freeBox.closest("td")?.querySelector("svg.lucide-lock")).toBeNull();
  expect(cell?.textContent).toBe("ApproveNeeds a second admin");
  expect(screen.getByText("You can't change this")).toBeTruthy();
});

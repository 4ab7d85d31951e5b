import { expect, test } from "./support/test";

test("the API documentation leads to a call in two clicks and shows its required right and its body", async ({
  page,
}) => {
  await page.goto("/api/v1/docs");
  const contents = page.getByRole("navigation", { name: "Contents" });
  await contents.getByRole("link", { name: /^KYC Management/ }).click();
  await page.getByRole("link", { name: "PATCH /kyc/{kycId}/decision" }).click();
  const call = page.locator("article", { has: page.getByText("kyc.decide", { exact: true }) });
  await expect(call).toBeInViewport();
  await expect(call.getByText("Needs the right “update” in KYC Management.")).toBeVisible();
  await call.getByText("Body", { exact: true }).click();
  await expect(call.getByText("checked?: (")).toBeVisible();
  // The table of contents stays visible, so that the next call is two clicks away too.
  await expect(contents.getByRole("link", { name: "Errors" })).toBeInViewport();
});

test("the API's documents are compressed and cached", async ({ request }) => {
  for (const [path, cached] of [
    ["/api/v1/openapi.json", "public, max-age=300"],
    ["/api/v1/docs", "private, max-age=300"],
  ] as const) {
    const answer = await request.get(path, { headers: { "accept-encoding": "gzip, br" } });
    expect(answer.status()).toBe(200);
    const headers = answer.headers();
    expect([path, headers["content-encoding"]]).toEqual([path, "gzip"]);
    expect([path, headers.vary]).toEqual([path, expect.stringContaining("Accept-Encoding")]);
    expect([path, headers["cache-control"]]).toEqual([path, cached]);
  }
});

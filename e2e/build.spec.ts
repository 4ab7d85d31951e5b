/** Checks the public files and headers of a production build, and what it must not contain. */
import { expect, test } from "./support/test";

const PUBLIC_PAGES = [
  ["/robots.txt", "text/plain"],
  ["/manifest.webmanifest", "application/manifest+json"],
  ["/icon-192.png", "image/png"],
  ["/icon-512.png", "image/png"],
  ["/icon-maskable.png", "image/png"],
  ["/apple-touch-icon.png", "image/png"],
  ["/favicon.ico", "image/svg+xml"],
] as const;

test("the production build serves public files without a session, with the correct content type", async ({
  request,
}) => {
  for (const [path, type] of PUBLIC_PAGES) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers()["content-type"]?.split(";")[0]], path).toEqual([200, type]);
  }
  expect(await (await request.get("/robots.txt")).text()).toMatch(/^User-agent: \*\nDisallow: \/$/m);
});

test("pages link the web app manifest and icons, and the content security policy allows them", async ({ page }) => {
  await page.goto("/auth/login");
  const links = await page
    .locator("head link[rel=manifest], head link[rel=icon], head link[rel=apple-touch-icon]")
    .evaluateAll((elements) =>
      elements.map((link) => `${link.getAttribute("rel")} ${link.getAttribute("href")?.split("?")[0]}`),
    );
  expect(links.sort()).toEqual([
    "apple-touch-icon /apple-touch-icon.png",
    "icon /icon.svg",
    "manifest /manifest.webmanifest",
  ]);
  const session = await page.context().newCDPSession(page);
  const { url, data, errors } = await session.send("Page.getAppManifest");
  expect([new URL(url).pathname, errors, JSON.parse(data ?? "{}").start_url]).toEqual([
    "/manifest.webmanifest",
    [],
    "/dashboard",
  ]);
});

test("the server keeps an idle HTTP connection open longer than common proxies do", async ({ request }) => {
  expect((await request.get("/icon.svg")).headers()["keep-alive"]).toBe("timeout=75");
});

test("the production build does not contain the page of all components", async ({ request }) => {
  expect((await request.get("/components")).status()).toBe(404);
});

/** What a build for users has besides its pages and its API, and what it has not. */
import { expect, test } from "./support/test";

const PUBLIC = [
  ["/robots.txt", "text/plain"],
  ["/manifest.webmanifest", "application/manifest+json"],
  ["/icon-192.png", "image/png"],
  ["/icon-512.png", "image/png"],
  ["/icon-maskable.png", "image/png"],
  ["/apple-touch-icon.png", "image/png"],
  ["/favicon.ico", "image/svg+xml"],
] as const;

test("public files are served to everybody, each as what it is", async ({ request }) => {
  for (const [path, type] of PUBLIC) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers()["content-type"]?.split(";")[0]], path).toEqual([200, type]);
  }
  expect(await (await request.get("/robots.txt")).text()).toMatch(/^User-agent: \*\nDisallow: \/$/m);
});

test("the page names manifest and icons, and its policy lets the browser read them", async ({ page }) => {
  await page.goto("/auth/login");
  const links = await page
    .locator("head link[rel=manifest], head link[rel=icon], head link[rel=apple-touch-icon]")
    .evaluateAll((all) => all.map((link) => `${link.getAttribute("rel")} ${link.getAttribute("href")?.split("?")[0]}`));
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

test("a connection at rest is kept longer than proxies keep one", async ({ request }) => {
  expect((await request.get("/icon.svg")).headers()["keep-alive"]).toBe("timeout=75");
});

test("the page of all components is not in it", async ({ request }) => {
  expect((await request.get("/components")).status()).toBe(404);
});

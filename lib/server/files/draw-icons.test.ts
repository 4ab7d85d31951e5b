import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, it } from "vitest";
import { drawIcons } from "./draw-icons.mjs";

type Manifest = { icons: { src: string; sizes: string }[]; theme_color: string; background_color: string };
const manifest: Manifest = JSON.parse(readFileSync("public/manifest.webmanifest", "utf8"));
const styles = readFileSync("app/globals.css", "utf8");
const lightValue = (name: string) => styles.match(`--color-${name}: light-dark\\((#\\w+)`)?.[1];

it.each(
  manifest.icons.filter(({ sizes }) => sizes !== "any").concat({ src: "/apple-touch-icon.png", sizes: "180x180" }),
)("$src is as large as is said", async ({ src, sizes }) => {
  const { width, height } = await sharp(`public${src}`).metadata();
  expect(`${width}x${height}`).toBe(sizes);
});

it("the icons are those that app/icon.svg draws", async () => {
  for (const [name, drawn] of Object.entries(await drawIcons())) {
    const pixels = (file: Buffer) => sharp(file).ensureAlpha().raw().toBuffer();
    const [now, kept] = [await pixels(drawn), await pixels(readFileSync(`public/${name}`))];
    // Another version of the library may smooth an edge otherwise.
    const apart = now.reduce((sum, value, at) => sum + Math.abs(value - (kept[at] ?? 0)), 0) / now.length;
    expect(kept.length, name).toBe(now.length);
    expect(apart, name).toBeLessThan(1);
  }
});

it("the app's colours are those of its pages", () => {
  expect([manifest.theme_color, manifest.background_color]).toEqual([lightValue("primary"), lightValue("background")]);
});

import { readFileSync } from "node:fs";
import sharp from "sharp";
import { expect, it } from "vitest";
import { drawIcons } from "./draw-icons.mjs";

type Manifest = { icons: { src: string; sizes: string }[]; theme_color: string; background_color: string };
const manifest: Manifest = JSON.parse(readFileSync("public/manifest.webmanifest", "utf8"));
const globalCss = readFileSync("app/globals.css", "utf8");
const lightColourOf = (name: string) => globalCss.match(`--color-${name}: light-dark\\((#\\w+)`)?.[1];

it.each(
  manifest.icons.filter(({ sizes }) => sizes !== "any").concat({ src: "/apple-touch-icon.png", sizes: "180x180" }),
)("the icon $src has the size stated in the manifest", async ({ src, sizes }) => {
  const { width, height } = await sharp(`public${src}`).metadata();
  expect(`${width}x${height}`).toBe(sizes);
});

it("the icons in public/ match app/icon.svg", async () => {
  for (const [name, drawnIcon] of Object.entries(await drawIcons())) {
    const pixels = (file: Buffer) => sharp(file).ensureAlpha().raw().toBuffer();
    const [drawnPixels, storedPixels] = [await pixels(drawnIcon), await pixels(readFileSync(`public/${name}`))];
    // Tolerates small differences, because another version of sharp may smooth edges differently.
    const difference =
      drawnPixels.reduce((sum, value, at) => sum + Math.abs(value - (storedPixels[at] ?? 0)), 0) / drawnPixels.length;
    expect(storedPixels.length, name).toBe(drawnPixels.length);
    expect(difference, name).toBeLessThan(1);
  }
});

it("the web app manifest's colours match the app's theme", () => {
  expect([manifest.theme_color, manifest.background_color]).toEqual([
    lightColourOf("primary"),
    lightColourOf("background"),
  ]);
});

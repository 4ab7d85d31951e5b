// Draws the icons of public/ from app/icon.svg. After each change of app/icon.svg, run: node lib/server/files/draw-icons.mjs
// The test beside this script fails if they differ.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";

const BACKGROUND_COLOUR = "#0a6650";

/** @returns {Promise<Record<string, Buffer>>} PNGs by file name */
export async function drawIcons() {
  const iconSvg = readFileSync("app/icon.svg", "utf8");
  // Fills the background to the edges for platforms that crop icons.
  const squareIcon = iconSvg.replace(' rx="9"', "");
  const draw = (/** @type {string} */ svg, /** @type {number} */ size) =>
    sharp(Buffer.from(svg), { density: (72 * size) / 32 }).resize(size, size);
  const png = { compressionLevel: 9, palette: true };
  return {
    "icon-192.png": await draw(iconSvg, 192).png(png).toBuffer(),
    "icon-512.png": await draw(iconSvg, 512).png(png).toBuffer(),
    // Maskable icons: all important parts must fit into a circle of 80% of the width.
    "icon-maskable.png": await draw(squareIcon, 448)
      .extend({ top: 32, bottom: 32, left: 32, right: 32, background: BACKGROUND_COLOUR })
      .png(png)
      .toBuffer(),
    "apple-touch-icon.png": await draw(squareIcon, 180).png(png).toBuffer(),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  for (const [name, picture] of Object.entries(await drawIcons())) writeFileSync(path.join("public", name), picture);

// @ts-check
// Part of `npm run build`: compresses scripts and styles with Brotli, for lib/server/process/static-files.ts. Not needed on a host that
// serves static files itself.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { root } from "./support.mjs";

const staticDir = path.join(root, ".next/static");
const brotliAsync = promisify(brotliCompress);
const files = readdirSync(staticDir, { recursive: true, encoding: "utf8" }).filter((file) => /\.(js|css)$/.test(file));
await Promise.all(
  files.map(async (file) => {
    const source = path.join(staticDir, file);
    writeFileSync(`${source}.br`, await brotliAsync(readFileSync(source)));
  }),
);

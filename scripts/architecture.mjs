// @ts-check
// npm run architecture: writes docs/architecture.svg, a diagram of the areas (groups of folders) and the imports between them.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./support.mjs";

/** Path of the diagram, from the root. */
export const ARCHITECTURE_FILE = "docs/architecture.svg";

/** @typedef {{ name: string, holds: string, at: [column: number, row: number], files: RegExp }} Area `at`: position of the box; `holds`: text below the name; `files`: paths of its files */

/**
 * Areas of the code. In the left and right column, an area imports areas below it. A file belongs to the first area whose pattern matches.
 * @type {Area[]}
 */
const ARCHITECTURE_AREAS = [
  { name: "middleware", holds: "who is sent to sign-in", at: [1, 0], files: /^(middleware|instrumentation)\.ts$/ },
  { name: "app/api", holds: "HTTP in, envelope out", at: [2, 0], files: /^app\/api\// },
  { name: "app", holds: "pages: guard, prefetch, screen", at: [0, 0], files: /^app\// },
  { name: "components/shell", holds: "frame, sidebar, command box", at: [0, 1], files: /^components\/shell\// },
  {
    name: "components/content-entry",
    holds: "editor, versions and preview of content",
    at: [0, 3],
    files: /^components\/content-entry\//,
  },
  {
    name: "components/record-editor",
    holds: "drafts, fields, rich text",
    at: [0, 4],
    files: /^components\/record-editor\//,
  },
  { name: "components/common", holds: "tables, forms, documents, maps", at: [0, 5], files: /^components\/common\// },
  { name: "components/ui", holds: "buttons, dialogs, inputs", at: [0, 6], files: /^components\/ui\// },
  { name: "components/<module>", holds: "a module's screens", at: [0, 2], files: /^components\// },
  { name: "lib/queries", holds: "keys, reads, mutations", at: [0, 7], files: /^lib\/queries\// },
  { name: "lib/client", holds: "the only way to the API", at: [0, 8], files: /^lib\/client\// },
  { name: "lib/contract", holds: "every call, declared once", at: [1, 3], files: /^lib\/contract\// },
  {
    name: "server/api",
    holds: "the request pipeline of every call",
    at: [2, 1],
    files: /^lib\/server\/(api|app-api)\//,
  },
  {
    name: "server: facades",
    holds: "which function a call runs",
    at: [2, 2],
    files: /^lib\/server\/([\w-]+|[\w-]+\/[\w-]+-calls)\.ts$/,
  },
  {
    name: "server: services",
    holds: "approvals, exports, PDF, timed tasks",
    at: [2, 4],
    files: /^lib\/server\/(approvals|exports|pdf|process|simulated-citizens)\//,
  },
  {
    name: "server: foundations",
    holds: "ledger, audit, sessions, outbox, files, lists",
    at: [2, 5],
    files:
      /^lib\/server\/(audit|auth|base|citizen|files|ledger|lists|mail|outbox|push|records|rich-text|status|totals|uploads)\//,
  },
  { name: "server/db/seed", holds: "demo data, loaded once", at: [1, 6], files: /^lib\/server\/db\/seed\// },
  { name: "server/db", holds: "tables, migrations, connections", at: [2, 6], files: /^lib\/server\/db\// },
  { name: "server/<module>", holds: "the rules of a module", at: [2, 3], files: /^lib\/server\// },
  { name: "lib/statements", holds: "bank statements as lines", at: [1, 1], files: /^lib\/statements\// },
  { name: "lib/tables", holds: "CSV and Excel files as rows", at: [1, 2], files: /^lib\/tables\// },
  { name: "lib", holds: "money, dates, modules, settings", at: [1, 4], files: /^lib\// },
];

const IMPORT_PATTERN = /(?:from|import)\s*\(?\s*"((?:@\/|\.)[^"]+)"/g;
const isExcludedFile = (/** @type {string} */ file) =>
  /\.(test|spec)\.tsx?$|^(e2e|scripts|docs)\/|^lib\/server\/testing\/|\.config\.(mjs|ts)$|^components\/gallery\/|\.gallery\.tsx$/.test(
    file,
  );

/** Returns the names of imported areas, by area. @returns {Map<string, Set<string>>} */
export function importsBetweenAreas() {
  const listedFiles = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  const files = listedFiles.split("\n").filter((file) => /\.(tsx?|mjs)$/.test(file) && !isExcludedFile(file));
  const knownFiles = new Set(files.filter((file) => existsSync(path.join(root, file))));
  /** Names of imported areas, by area. @type {Map<string, Set<string>>} */
  const imports = new Map(ARCHITECTURE_AREAS.map(({ name }) => [name, new Set()]));
  for (const file of knownFiles)
    for (const [, source = ""] of readFileSync(path.join(root, file), "utf8").matchAll(IMPORT_PATTERN)) {
      const target = source.startsWith("@/") ? source.slice(2) : path.posix.join(path.posix.dirname(file), source);
      const importedFile = ["", ".ts", ".tsx", ".mjs"].map((end) => target + end).find((name) => knownFiles.has(name));
      const [from, to] = [areaOf(file), importedFile && areaOf(importedFile)];
      if (to && from !== to) imports.get(from)?.add(to);
    }
  return imports;
}

/** Returns the name of the area that contains the file. @param {string} file @throws if there is none */
function areaOf(file) {
  const area = ARCHITECTURE_AREAS.find(({ files }) => files.test(file));
  if (!area)
    throw new Error(`${file} is in no area of the architecture's picture. Add one in scripts/architecture.mjs.`);
  return area.name;
}

const BOX_WIDTH = 250;
const BOX_H = 54;
const BOX_GAP = { x: 130, y: 44 };
/** Margin in pixels for arrows that run around other areas. */
const SIDE_MARGIN = 120;
const TOP_MARGIN = 50;
const boxPosition = (/** @type {Area} */ { at: [column, row] }) => ({
  x: SIDE_MARGIN + column * (BOX_WIDTH + BOX_GAP.x),
  y: TOP_MARGIN + row * (BOX_H + BOX_GAP.y),
});

/** Returns the diagram as SVG. Arrows point to the imported area. Dashed arrows point upwards, against the order of the layers. */
export function drawArchitecture(imports = importsBetweenAreas()) {
  const arrows = ARCHITECTURE_AREAS.flatMap((from) =>
    ARCHITECTURE_AREAS.flatMap((to) => {
      return imports.get(from.name)?.has(to.name) ? [drawArrow(from, to)] : [];
    }),
  );
  const columns = ["Dashboard", "Both", "API"];
  const width = SIDE_MARGIN * 2 + columns.length * BOX_WIDTH + (columns.length - 1) * BOX_GAP.x;
  const height = TOP_MARGIN * 1.5 + 9 * BOX_H + 8 * BOX_GAP.y;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" role="img" aria-label="Areas of the code and the imports between them">
<style>
  .sheet { fill: #ffffff } .area { fill: #f1f5f9; stroke: #475569 } text { fill: #0f172a; text-anchor: middle } .small { font-size: 11.5px; fill: #475569 }
  .arrow { fill: none; stroke: #64748b; stroke-width: 1.5; opacity: 0.75 } .up { stroke: #b91c1c; stroke-dasharray: 5 4 } marker path { fill: #64748b } #up path { fill: #b91c1c }
  @media (prefers-color-scheme: dark) {
    .sheet { fill: #0f172a } .area { fill: #1e293b; stroke: #94a3b8 } text { fill: #f1f5f9 } .small { fill: #cbd5e1 }
    .arrow { stroke: #94a3b8 } .up { stroke: #f87171 } marker path { fill: #94a3b8 } #up path { fill: #f87171 }
  }
</style>
<defs>${["down", "up"].map((id) => `<marker id="${id}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 8 4 0 8z"/></marker>`).join("")}</defs>
<rect class="sheet" width="${width}" height="${height}"/>
${columns.map((words, column) => `<text class="small" x="${SIDE_MARGIN + column * (BOX_WIDTH + BOX_GAP.x) + BOX_WIDTH / 2}" y="${TOP_MARGIN - 18}">${words}</text>`).join("\n")}
${arrows.join("\n")}
${ARCHITECTURE_AREAS.map(drawBox).join("\n")}
</svg>
`;
}

/** Returns the SVG of an area's box. @param {Area} area */
function drawBox(area) {
  const { x, y } = boxPosition(area);
  const name = area.name.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const middle = x + BOX_WIDTH / 2;
  return `<rect class="area" x="${x}" y="${y}" width="${BOX_WIDTH}" height="${BOX_H}" rx="8"/><text x="${middle}" y="${y + 23}" font-weight="700" font-size="14">${name}</text><text class="small" x="${middle}" y="${y + 41}">${area.holds}</text>`;
}

/** Returns the SVG of the arrow from one area to another. @param {Area} from @param {Area} to */
function drawArrow(from, to) {
  const [a, b] = [boxPosition(from), boxPosition(to)];
  const rows = to.at[1] - from.at[1];
  const columns = to.at[0] - from.at[0];
  const isUpward = columns === 0 && rows < 0 && from.at[0] !== 1;
  const arrowPath = columns === 0 ? arrowInColumn(a, b, rows, from.at[0]) : arrowAcrossColumns(a, b, columns);
  const id = isUpward ? "up" : "down";
  return `<path class="arrow ${id}" d="${arrowPath}" marker-end="url(#${id})"><title>${from.name.replace("<", "&lt;")} → ${to.name.replace("<", "&lt;")}</title></path>`;
}

/** @typedef {{ x: number, y: number }} Point Top left corner of a box, in pixels */

/**
 * Returns the SVG path of an arrow within a column: straight to the next box, otherwise curved around the boxes between.
 * @param {Point} a @param {Point} b @param {number} rows @param {number} column
 */
function arrowInColumn(a, b, rows, column) {
  const middle = a.x + BOX_WIDTH / 2;
  if (rows === 1) return `M${middle} ${a.y + BOX_H}V${b.y - 1}`;
  const side = column === 2 ? 1 : -1;
  const x = side > 0 ? a.x + BOX_WIDTH : a.x;
  const bend = x + side * (14 + Math.abs(rows) * 17);
  return `M${x} ${a.y + BOX_H / 2}C${bend} ${a.y + BOX_H / 2} ${bend} ${b.y + BOX_H / 2} ${x} ${b.y + BOX_H / 2}`;
}

/** Returns the SVG path of an arrow to another column. @param {Point} a @param {Point} b @param {number} columns */
function arrowAcrossColumns(a, b, columns) {
  const [from, to] = columns > 0 ? [a.x + BOX_WIDTH, b.x - 1] : [a.x, b.x + BOX_WIDTH + 1];
  const middleY = (from + to) / 2;
  return `M${from} ${a.y + BOX_H / 2}C${middleY} ${a.y + BOX_H / 2} ${middleY} ${b.y + BOX_H / 2} ${to} ${b.y + BOX_H / 2}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(path.join(root, ARCHITECTURE_FILE), drawArchitecture());

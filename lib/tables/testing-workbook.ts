import { strToU8, zipSync } from "fflate";

/** Content of a cell: text and numbers keep their type. `xml`: raw content and attributes of a cell. */
type TestCell = string | number | null | { attributes: string; xml: string };
/** A sheet of a test's Excel file. */
export type TestSheet = {
  name?: string;
  hidden?: boolean;
  rows: readonly (readonly TestCell[] | null)[];
  /** XML inserted after the rows. */
  more?: string;
};

const MAIN_NS = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const RELATIONS_NAMESPACE = "http://schemas.openxmlformats.org/package/2006/relationships";

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const toLetter = (column: number) => String.fromCharCode(65 + column);

function cellXml(cell: TestCell, cellPosition: string): string {
  if (cell === null) return "";
  if (typeof cell === "number") return `<c r="${cellPosition}"><v>${cell}</v></c>`;
  if (typeof cell === "string")
    return `<c r="${cellPosition}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
  return `<c r="${cellPosition}" ${cell.attributes}>${cell.xml}</c>`;
}

function sheetXml({ rows, more = "" }: TestSheet): string {
  const body = rows.map((cells, row) =>
    cells
      ? `<row r="${row + 1}">${cells.map((cell, column) => cellXml(cell, toLetter(column) + (row + 1))).join("")}</row>`
      : "",
  );
  return `<worksheet xmlns="${MAIN_NS}"><sheetData>${body.join("")}</sheetData>${more}</worksheet>`;
}

const relationship = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
const relationships = (innerXml: string) => `<Relationships xmlns="${RELATIONS_NAMESPACE}">${innerXml}</Relationships>`;

/** Makes an Excel file of at most 26 columns. Style 1 formats a day. */
export function makeWorkbook(
  sheets: readonly TestSheet[],
  more: Record<string, Uint8Array> = {},
): Uint8Array<ArrayBuffer> {
  const tabs = sheets.map(
    ({ name, hidden }, index) =>
      `<sheet name="${escapeXml(name ?? `Sheet${index + 1}`)}" sheetId="${index + 1}"${hidden ? ' state="hidden"' : ""} r:id="r${index + 1}"/>`,
  );
  const targets = sheets.map((_, index) =>
    relationship(`r${index + 1}`, "worksheet", `worksheets/sheet${index + 1}.xml`),
  );
  const xmlParts: Record<string, string> = {
    "[Content_Types].xml":
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
    "_rels/.rels": relationships(relationship("r1", "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `<workbook xmlns="${MAIN_NS}" xmlns:r="${OFFICE}"><sheets>${tabs.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationships(`${targets.join("")}${relationship("s", "styles", "styles.xml")}`),
    "xl/styles.xml": `<styleSheet xmlns="${MAIN_NS}"><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  };
  for (const [index, sheet] of sheets.entries()) xmlParts[`xl/worksheets/sheet${index + 1}.xml`] = sheetXml(sheet);
  const files = Object.fromEntries(Object.entries(xmlParts).map(([path, xml]) => [path, strToU8(xml)]));
  return zipSync({ ...files, ...more }) as Uint8Array<ArrayBuffer>;
}

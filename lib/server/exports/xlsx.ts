import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import type { Queryable } from "@/lib/server/db/client";
import { whereClause } from "@/lib/server/lists/list";
import type { Cell } from "./cells";
import { type ExportRowBatch, type FileFormat, PAGE_MAX_BYTES, type PageQuery } from "./format";

/** Index of the cell style for times in the workbook's styles below. */
const TIME_STYLE = 1;
const HEAD = 2;

/**
 * Returns SQL that escapes text for XML: removes control characters that XML can't contain, and escapes underscores that Excel would read
 * as part of a character code (`_x0041_`). Inline strings are never formulas. A cell is limited to 32,767 characters.
 */
const xmlEscapedSql = (value: SQL) =>
  sql`replace(replace(replace(regexp_replace(regexp_replace(left(${value}::text, 32767),
    ${sql.raw("E'[\\\\x01-\\\\x08\\\\x0b\\\\x0c\\\\x0e-\\\\x1f\\\\ufffe\\\\uffff]'")}, '', 'g'),
    '_(x[0-9A-Fa-f]{4}_)', '_x005F_\\1', 'g'), '&', '&amp;'), '<', '&lt;'), '>', '&gt;')`;
const textCellSql = (value: SQL) =>
  sql`coalesce(' t="inlineStr"><is><t xml:space="preserve">' || ${value} || '</t></is></c>', '/>')`;

const CELL_SQL: Record<Cell["kind"], (value: SQL) => SQL> = {
  text: (value) => textCellSql(xmlEscapedSql(value)),
  json: (value) => textCellSql(xmlEscapedSql(value)),
  word: (value) => textCellSql(sql`${value}::text`),
  number: (value) => sql`coalesce('><v>' || (${value})::numeric::text || '</v></c>', '/>')`,
  // Converts to days since 30 December 1899, as spreadsheets count.
  time: (value) => sql`coalesce(' s="${sql.raw(String(TIME_STYLE))}"><v>' ||
    (extract(epoch from ${value} at time zone 'Africa/Lagos') / 86400 + 25569)::numeric(20, 9)::text || '</v></c>', '/>')`,
};

/** Placeholder for the row number, which is known only when the file is written. Text can't contain it (`xmlEscapedSql`). */
const ROW_PLACEHOLDER = "\x01";
const toLetters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : toLetters(Math.floor(column / 26) - 1) + toLetters(column % 26);
const cellStart = (column: number) => `<c r="${toLetters(column)}${ROW_PLACEHOLDER}"`;

/** Returns SQL that formats a cell as XML of an Excel sheet. @param column index of the column, from 0 */
export const xlsxCell = ({ kind, value }: Cell, column = 0): SQL =>
  sql`${sql.raw(`'${cellStart(column)}'`)} || ${CELL_SQL[kind](value)}`;

/** Reads a page of rows as a single text written by PostgreSQL, so that Node parses no rows. */
async function readRows(
  db: Queryable,
  { list, after, order, size }: PageQuery,
): Promise<ExportRowBatch<string> | null> {
  const { at, id } = list.key;
  const cells = list.columns.map(([, cell], column) => xlsxCell(cell, column));
  const found = await db.execute<{ lines: string | null; rows: number; fits: boolean; at: string; id: string }>(sql`
    select string_agg(line, '') filter (where bytes <= ${PAGE_MAX_BYTES} or ${size} = 1) as lines, count(*)::int as rows,
      coalesce(max(bytes), 0) <= ${PAGE_MAX_BYTES} or ${size} = 1 as fits,
      (array_agg(at))[count(*)]::text as at, (array_agg(id))[count(*)]::text as id from (
        select line, at, id, sum(octet_length(line)) over (rows unbounded preceding) as bytes from (
          select '<row>' || ${sql.join(cells, sql` || `)} || '</row>' as line, ${at} as at, ${id} as id
          from ${list.table} ${whereClause(after)} order by ${order} limit ${size}
        ) as lines
      ) as page`);
  const { lines = null, rows = 0, fits = true, at: lastAt = "", id: lastId = "" } = found.rows[0] ?? {};
  return fits
    ? { lines: lines ?? "", rowCount: rows, lastKey: rows === size ? { at: lastAt, id: lastId } : null }
    : null;
}

const escapeXml = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
const XML_HEADER = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN_NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONSHIPS_URI = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE_URI = "http://schemas.openxmlformats.org/package/2006";
const SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** Returns the files of a workbook with one sheet, except the sheet itself, by path. */
const workbookParts = (name: string): Record<string, string> => ({
  "[Content_Types].xml": `<Types xmlns="${PACKAGE_URI}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${PACKAGE_URI}/relationships"><Relationship Id="r1" Type="${RELATIONSHIPS_URI}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${PACKAGE_URI}/relationships"><Relationship Id="r1" Type="${RELATIONSHIPS_URI}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${RELATIONSHIPS_URI}/styles" Target="styles.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook ${MAIN_NAMESPACE} xmlns:r="${RELATIONSHIPS_URI}"><sheets><sheet name="${escapeXml(name)}" sheetId="1" r:id="r1"/></sheets></workbook>`,
  "xl/styles.xml": `<styleSheet ${MAIN_NAMESPACE}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm:ss"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
});

/** Returns the start of the sheet. The header row stays visible when scrolling. */
const sheetHeader = (headers: readonly string[]) =>
  `${XML_HEADER}<worksheet ${MAIN_NAMESPACE}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${headers.length}" width="20" customWidth="1"/></cols><sheetData><row>${headers
    .map((header, column) => `${cellStart(column)} s="${HEAD}" t="inlineStr"><is><t>${escapeXml(header)}</t></is></c>`)
    .join("")}</row>`;

/** Writes a compressed workbook while its rows arrive. @param send receives each chunk of the file */
function createWorkbook(name: string, headers: readonly string[], send: (chunk: Uint8Array) => void) {
  const encoder = new TextEncoder();
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    send(chunk);
  });
  for (const [path, xml] of Object.entries(workbookParts(name))) {
    const file = new ZipPassThrough(path);
    zip.add(file);
    file.push(encoder.encode(XML_HEADER + xml), true);
  }
  // Fastest compression level: still reduces files to a fifth, and blocks other requests least.
  const sheet = new ZipDeflate("xl/worksheets/sheet1.xml", { level: 1 });
  zip.add(sheet);
  let row = 0;
  const withRowNumbers = (xml: string) =>
    xml.replace(/<row>.*?<\/row>/gs, (line) => {
      row += 1;
      return line.replace("<row>", `<row r="${row}">`).replaceAll(ROW_PLACEHOLDER, String(row));
    });
  sheet.push(encoder.encode(withRowNumbers(sheetHeader(headers))));
  return {
    rows: (xml: string) => sheet.push(encoder.encode(withRowNumbers(xml))),
    end() {
      sheet.push(encoder.encode("</sheetData></worksheet>"), true);
      zip.end();
    },
  };
}

/** Excel workbooks as a format of exported files. */
export const xlsxFormat: FileFormat<string> = { read: readRows, file: createWorkbook };

import { generateJSON } from "@tiptap/core";
import { describe, expect, it } from "vitest";
import { richText } from "@/lib/contract/rich-text";
import { plainTextOf, type RichNode } from "@/lib/contract/rich-text.values";
import { cleanPastedHtml } from "./clean-pasted";
import { editorExtensions } from "./extensions";
import { toStoredRichText } from "./to-stored";

/** Returns the stored form of pasted HTML. */
const storedAfterPaste = (html: string) =>
  toStoredRichText(
    generateJSON(
      cleanPastedHtml(html),
      editorExtensions(
        () => undefined,
        () => () => {},
      ),
    ),
  );

/** Converts nodes to a tree of their names, with texts as leaves. */
const nodeOutline = ({ type, text, attrs, content = [] }: RichNode): unknown =>
  type === "text"
    ? text
    : [type + (attrs?.level ? String(attrs.level) : ""), ...content.map((child) => nodeOutline(child as RichNode))];
const pastedOutline = (html: string) =>
  (storedAfterPaste(html)?.content ?? []).map((node) => nodeOutline(node as RichNode));

const wordListLine = (level: number, listMark: string, words: string, listId = "l0") =>
  `<p class=MsoListParagraph style='margin-left:.5in;mso-list:${listId} level${level} lfo1'><span style='mso-list:Ignore'>${listMark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span>${words}<o:p></o:p></p>`;

describe("a paste from Word", () => {
  it("keeps headings, lists with their levels, tables, bold text and links pasted from Word", () => {
    const html = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal{margin:0}</style></head><body>
      <h1 style='color:#2F5496'>Market days</h1>
      <p class=MsoNormal>Come <b>early</b> to <a href="https://market.example">the market</a>.<o:p></o:p></p>
      ${wordListLine(1, "·", "Yam")}${wordListLine(2, "o", "White yam")}${wordListLine(1, "·", "Palm oil")}
      <p class=MsoNormal>Then:</p>
      ${wordListLine(1, "1.", "Pay")}${wordListLine(1, "2.", "Collect")}
      <table class=MsoTableGrid border=1 style='border-collapse:collapse'><tr><td width=200 style='width:150pt'><p class=MsoNormal>Day</p></td><td><p class=MsoNormal>Monday</p></td></tr></table>
      </body></html>`;
    expect(pastedOutline(html)).toEqual([
      ["heading2", "Market days"],
      ["paragraph", "Come ", "early", " to ", "the market", "."],
      [
        "bulletList",
        ["listItem", ["paragraph", "Yam"], ["bulletList", ["listItem", ["paragraph", "White yam"]]]],
        ["listItem", ["paragraph", "Palm oil"]],
      ],
      ["paragraph", "Then:"],
      ["orderedList", ["listItem", ["paragraph", "Pay"]], ["listItem", ["paragraph", "Collect"]]],
      ["table", ["tableRow", ["tableCell", ["paragraph", "Day"]], ["tableCell", ["paragraph", "Monday"]]]],
    ]);
    const stored = storedAfterPaste(html);
    expect(richText.safeParse(stored).success).toBe(true);
    expect(JSON.stringify(stored)).toContain('{"type":"link","attrs":{"href":"https://market.example"}}');
    expect(JSON.stringify(stored)).toContain('"marks":[{"type":"bold"}]');
    expect(JSON.stringify(stored)).not.toMatch(/Mso|mso|style|color/);
  });

  it("keeps two adjacent lists pasted from Word separate, also within nested lists", () => {
    const item = (words: string, ...nested: unknown[]) => ["listItem", ["paragraph", words], ...nested];
    const html = [
      wordListLine(1, "·", "Yam"),
      wordListLine(2, "o", "White", "l3"),
      wordListLine(2, "a)", "Yellow", "l3"),
      wordListLine(1, "·", "Oil"),
      wordListLine(1, "1.", "Pay", "l1"),
      wordListLine(1, "2.", "Collect", "l1"),
      wordListLine(1, "1.", "Other", "l2"),
      wordListLine(1, "3.", "Go", "l1"),
    ].join("");
    expect(pastedOutline(html)).toEqual([
      ["bulletList", item("Yam", ["bulletList", item("White")], ["orderedList", item("Yellow")]), item("Oil")],
      ["orderedList", item("Pay"), item("Collect")],
      ["orderedList", item("Other")],
      ["orderedList", item("Go")],
    ]);
    const startNumbers = storedAfterPaste(html)?.content.map(({ attrs }) => attrs?.start);
    expect(startNumbers).toEqual([undefined, 1, 1, 3]);
    expect(richText.safeParse(storedAfterPaste(html)).success).toBe(true);
  });

  it("keeps a list pasted from Word whole if the number of an item is long or missing", () => {
    const brokenLine = wordListLine(1, "", "Lost").replace(/<span style='mso-list.*<\/span><\/span>/, "");
    expect(pastedOutline(wordListLine(1, "i.", "One") + wordListLine(1, "xviii.", "Eighteen") + brokenLine)).toEqual([
      ["orderedList", ...["One", "Eighteen", "Lost"].map((words) => ["listItem", ["paragraph", words]])],
    ]);
  });

  it("does not make normal text pasted from Google Docs bold", () => {
    const html = '<b style="font-weight:normal" id="docs-internal-guid-1"><p>Plain</p></b>';
    expect(storedAfterPaste(html)).toEqual({
      type: "doc",
      content: [{ type: "paragraph", content: [{ type: "text", text: "Plain" }] }],
    });
  });
});

describe("a malicious paste", () => {
  it.each([
    "<script>alert(1)</script><p>Words</p>",
    "<p onclick=alert(1)>Words</p>",
    '<p><img src=x onerror="alert(1)">Words</p>',
    '<p><a href="javascript:alert(1)">Words</a></p>',
    '<iframe src="https://evil.example"></iframe><p>Words</p>',
    "<svg onload=alert(1)></svg><p>Words</p>",
    '<p style="position:fixed;inset:0">Words</p>',
    '<img src="https://tracker.example/1.gif"><p>Words</p>',
    '<form action="https://evil.example"><button>x</button></form><p>Words</p>',
    "<style>*{display:none}</style><p>Words</p>",
  ])("keeps only the text of the pasted malicious HTML %s", (html) => {
    const stored = storedAfterPaste(html);
    expect(richText.safeParse(stored).success).toBe(true);
    expect(JSON.stringify(stored)).not.toMatch(/alert|evil|tracker|script|style|onclick|display/);
    expect(stored && plainTextOf(stored)).toContain("Words");
  });
});

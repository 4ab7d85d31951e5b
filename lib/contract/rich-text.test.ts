import { describe, expect, it } from "vitest";
import { richText } from "./rich-text";
import {
  imagesOfRichText,
  isEmptyText,
  plainTextOf,
  RICH_TEXT_DEPTH_MAX,
  RICH_TEXT_NODES_MAX,
  type RichText,
} from "./rich-text.values";

const IMAGE_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c31";
const textNode = (text: string, ...marks: object[]) => ({ type: "text", text, ...(marks.length > 0 && { marks }) });
const paragraph = (...content: unknown[]) => ({ type: "paragraph", content });
const makeDoc = (...content: unknown[]) => ({ type: "doc", content });
const richTextErrors = (value: unknown) =>
  (richText.safeParse(value).error?.issues ?? []).map(({ message }) => message);
const docWithLink = (href: unknown) => makeDoc(paragraph(textNode("here", { type: "link", attrs: { href } })));
const docWithImage = (attrs: object) => makeDoc({ type: "image", attrs });
const docWithTable = (attrs: object) =>
  makeDoc({
    type: "table",
    content: [{ type: "tableRow", content: [{ type: "tableCell", attrs, content: [paragraph()] }] }],
  });

/** Builds nested lists by parsing JSON, like a request's body, so that no other code processes them before the check. */
const nestedLists = (levels: number) =>
  JSON.parse(
    `{"type":"doc","content":[${'{"type":"blockquote","content":['.repeat(levels)}${'{"type":"paragraph"}'}${"]}".repeat(levels)}]}`,
  );

describe("richText: refused values", () => {
  it.each([
    ["nothing", undefined],
    ["null", null],
    ["a string", "<p>Hello</p>"],
    ["a list", [makeDoc(paragraph())]],
    ["no content", { type: "doc" }],
    ["empty content", makeDoc()],
    ["another root", paragraph(textNode("Hello"))],
    ["a document in a document", makeDoc(makeDoc(paragraph()))],
    ["a script", makeDoc({ type: "script", content: [textNode("alert(1)")] })],
    ["HTML", makeDoc({ type: "html", attrs: { html: "<img src=x onerror=alert(1)>" } })],
    ["text outside of a paragraph", makeDoc(textNode("Hello"))],
    ["a paragraph in a paragraph", makeDoc(paragraph(paragraph()))],
    ["a row without a table", makeDoc({ type: "tableRow", content: [{ type: "tableCell", content: [paragraph()] }] })],
    ["a list without items", makeDoc({ type: "bulletList", content: [] })],
    ["a rule with content", makeDoc({ type: "horizontalRule", content: [paragraph()] })],
    ["an attribute of the page", makeDoc({ type: "paragraph", attrs: { onclick: "alert(1)" } })],
    ["a style", makeDoc({ type: "heading", attrs: { level: 2, style: "position:fixed" } })],
    ["a heading that is the title", makeDoc({ type: "heading", attrs: { level: 1 }, content: [textNode("Hello")] })],
    ["a heading of text", makeDoc({ type: "heading", attrs: { level: "2 onload=x" }, content: [textNode("Hello")] })],
    ["more beside the node", makeDoc({ ...paragraph(), onclick: "alert(1)" })],
    ["content that is no list", makeDoc({ type: "paragraph", content: { length: 1 } })],
    ["a null node", makeDoc(null)],
    ["a node type that every object has as a property", makeDoc({ type: "constructor" })],
    ["a node with a __proto__ key", makeDoc(JSON.parse('{"type":"paragraph","__proto__":{"type":"script"}}'))],
    [
      "attributes with a __proto__ key",
      makeDoc(JSON.parse('{"type":"heading","attrs":{"level":2,"__proto__":{"x":1}}}')),
    ],
    ["a type that is a list", makeDoc({ type: ["image"], attrs: { imageId: IMAGE_ID, alt: "" } })],
    ["a type that can't be said", makeDoc({ type: { toString: 1, valueOf: 1 } })],
    ["empty text", makeDoc(paragraph(textNode("")))],
    ["invalid text", makeDoc(paragraph({ type: "text", text: { toString: 1 } }))],
    ["NUL", makeDoc(paragraph(textNode("a\0b")))],
    ["half a sign", makeDoc(paragraph(textNode("a\ud800b")))],
    ["an unknown mark", makeDoc(paragraph(textNode("a", { type: "code" })))],
    ["a mark with a style", makeDoc(paragraph(textNode("a", { type: "bold", attrs: { style: "color:red" } })))],
    ["a mark on a paragraph", makeDoc({ ...paragraph(), marks: [{ type: "bold" }] })],
    ["the same mark twice", makeDoc(paragraph(textNode("a", { type: "bold" }, { type: "bold" })))],
    [
      "a link with a target",
      makeDoc(paragraph(textNode("a", { type: "link", attrs: { href: "https://a.example", target: "x" } }))),
    ],
    ["a picture by its address", docWithImage({ src: "https://evil.example/x.png", alt: "" })],
    ["a picture with an address beside its id", docWithImage({ imageId: IMAGE_ID, alt: "", src: "x" })],
    ["a picture by a path", docWithImage({ imageId: "../../etc/passwd", alt: "" })],
    ["a picture without a description's place", docWithImage({ imageId: IMAGE_ID })],
    ["a description too long", docWithImage({ imageId: IMAGE_ID, alt: "x".repeat(201) })],
    ["a picture description with an unpaired surrogate", docWithImage({ imageId: IMAGE_ID, alt: "\udc00" })],
    ["a cell of a thousand columns", docWithTable({ colspan: 1_000 })],
    ["a cell of half a row", docWithTable({ rowspan: 0.5 })],
    ["a column's width as a style", docWithTable({ colwidth: ["1px;position:fixed"] })],
    [
      "a list that begins at a million",
      makeDoc({ type: "orderedList", attrs: { start: 1e6 }, content: [{ type: "listItem", content: [paragraph()] }] }),
    ],
  ])("richText refuses %s with a one-sentence message", (_, value) => {
    expect(richTextErrors(value)).toEqual([expect.stringMatching(/^\p{Lu}.+\.$/u)]);
  });

  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "\tjavascript:alert(1)",
    "&#106;avascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "http://plain.example",
    "//other.example",
    "/dashboard",
    "https://",
    "https://user:password@bank.example",
    'https://a.example/"onmouseover="alert(1)',
    "https://a.example/<script>",
    "https://a.example/\ud800",
    "mailto:",
    "tel:alert(1)",
    `https://a.example/${"x".repeat(600)}`,
    7,
    null,
    ["https://a.example"],
  ])("richText refuses a link to %j", (href) => {
    expect(richTextErrors(docWithLink(href))).toHaveLength(1);
  });

  it("richText refuses too deep nesting without a stack overflow", () => {
    expect(richTextErrors(nestedLists(RICH_TEXT_DEPTH_MAX - 1))).toEqual([]);
    expect(richTextErrors(nestedLists(RICH_TEXT_DEPTH_MAX))).toHaveLength(1);
    expect(richTextErrors(nestedLists(100_000))).toHaveLength(1);
  });

  it("richText refuses too many nodes and too many characters, with different messages", () => {
    expect(richTextErrors(makeDoc(...Array.from({ length: RICH_TEXT_NODES_MAX }, () => paragraph())))).toEqual([
      expect.stringContaining("too many"),
    ]);
    expect(richTextErrors(makeDoc(paragraph(textNode("x".repeat(100_001)))))).toEqual([
      expect.stringContaining("100,000"),
    ]);
  });
});

const fullDocument: RichText = {
  type: "doc",
  content: [
    { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "Calabar Carnival" }] },
    {
      type: "paragraph",
      content: [
        { type: "text", text: "Bring " },
        { type: "text", text: "water", marks: [{ type: "bold" }, { type: "italic" }] },
        { type: "hardBreak" },
        {
          type: "text",
          text: "See the route",
          marks: [{ type: "link", attrs: { href: "https://a.example/?a=1&b=2" } }],
        },
      ],
    },
    {
      type: "orderedList",
      attrs: { start: 3 },
      content: [
        {
          type: "listItem",
          content: [
            { type: "paragraph", content: [{ type: "text", text: "Third" }] },
            {
              type: "bulletList",
              content: [
                { type: "listItem", content: [{ type: "paragraph", content: [{ type: "text", text: "Below it" }] }] },
              ],
            },
          ],
        },
        { type: "listItem", content: [{ type: "paragraph", content: [{ type: "text", text: "Fourth" }] }] },
      ],
    },
    { type: "blockquote", content: [{ type: "paragraph", content: [{ type: "text", text: "Said so" }] }] },
    { type: "horizontalRule" },
    { type: "image", attrs: { imageId: IMAGE_ID, alt: "Dancers" } },
    {
      type: "table",
      content: [
        {
          type: "tableRow",
          content: [
            {
              type: "tableHeader",
              attrs: { colspan: 1, rowspan: 1, colwidth: null },
              content: [{ type: "paragraph", content: [{ type: "text", text: "Day" }] }],
            },
            {
              type: "tableCell",
              attrs: { colspan: 2, rowspan: 1, colwidth: [120, 0] },
              content: [{ type: "paragraph", content: [{ type: "text", text: "26 December" }] }],
            },
          ],
        },
      ],
    },
  ],
};

describe("richText: accepted values", () => {
  it("richText accepts everything that the rich text editor produces, unchanged", () => {
    expect(richText.parse(fullDocument)).toEqual(fullDocument);
  });

  it("plainTextOf converts lists to lines with bullets or numbers, and separates table cells by tabs", () => {
    expect(plainTextOf(fullDocument).split("\n")).toEqual([
      "Calabar Carnival",
      "Bring water",
      "See the route",
      "3. Third",
      "   • Below it",
      "4. Fourth",
      "Said so",
      "[Dancers]",
      "Day\t26 December",
    ]);
  });

  it("imagesOfRichText lists the pictures of a rich text; isEmptyText is true without text and pictures", () => {
    expect(imagesOfRichText(fullDocument)).toEqual([{ imageId: IMAGE_ID, alt: "Dancers" }]);
    expect(isEmptyText(fullDocument)).toBe(false);
    expect(isEmptyText(null)).toBe(true);
    expect(isEmptyText({ type: "doc", content: [{ type: "paragraph" }, { type: "horizontalRule" }] })).toBe(true);
    expect(isEmptyText({ type: "doc", content: [{ type: "image", attrs: { imageId: IMAGE_ID, alt: "" } }] })).toBe(
      false,
    );
  });
});

import fc from "fast-check";
import { Window } from "happy-dom";
import { describe, expect, it } from "vitest";
import { richText } from "@/lib/contract/rich-text";
import { htmlOf } from "./html";

const IMAGE_ID = "019b76da-afc5-77b8-b3c0-9fbab7704c31";
const imageSourceOf = (id: string) => ({
  src: `/images/${id}?a=1&b="2"`,
  width: 480,
  height: 320,
  srcset: "/a 480w, /b 960w",
});

const ALLOWED_ELEMENTS: Record<string, readonly string[]> = {
  P: [],
  UL: [],
  LI: [],
  BLOCKQUOTE: [],
  HR: [],
  BR: [],
  STRONG: [],
  EM: [],
  U: [],
  S: [],
  H2: [],
  H3: [],
  H4: [],
  TABLE: [],
  TBODY: [],
  TR: [],
  OL: ["start"],
  TD: ["colspan", "rowspan"],
  TH: ["colspan", "rowspan"],
  A: ["href", "rel"],
  IMG: ["src", "srcset", "sizes", "alt", "width", "height", "loading"],
};
const { document } = new Window();

/** Returns the elements and attributes in the HTML, as a browser parses it, that are not allowed. */
function disallowedMarkup(html: string): string[] {
  const root = document.createElement("div");
  root.innerHTML = html;
  return [...root.querySelectorAll("*")].flatMap((element) => {
    const allowedAttributes = ALLOWED_ELEMENTS[element.tagName];
    if (!allowedAttributes) return [`<${element.tagName}>`];
    const unknownAttributes = [...element.attributes]
      .filter(({ name }) => !allowedAttributes.includes(name))
      .map(({ name }) => `${element.tagName} ${name}`);
    const href = element.getAttribute("href");
    return href !== null && !/^(https:\/\/|mailto:|tel:)/i.test(href)
      ? [...unknownAttributes, href]
      : unknownAttributes;
  });
}

const REJECTED_LINKS = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  "</p><iframe src=javascript:alert(1)>",
  "&lt;script&gt;",
  "&#60;script&#62;",
  "<!--",
  "]]>",
  "\u2028<b>",
  "</textarea><script>",
  "{{alert(1)}}",
  "\0",
  "\ud800",
  "Hello",
];
const LINK_CASES = [
  "javascript:alert(1)",
  "JAVASCRIPT:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>",
  'https://a.example/"><script>alert(1)</script>',
  "https://a.example/'onclick='alert(1)",
  "https://a.example/&quot;onclick=alert(1)",
  "https://a.example/?a=1&b=2",
  "mailto:ada@example.com",
  "tel:+2348030000000",
];
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...REJECTED_LINKS) },
  fc.string({ unit: "binary", maxLength: 20 }),
);
const attrValue = fc.oneof(
  text,
  fc.integer(),
  fc.constantFrom(1, 2, 3, null, IMAGE_ID, [1, 2], {}),
  fc.constantFrom(...LINK_CASES),
);
const attrs = fc.dictionary(
  fc.constantFrom(
    "level",
    "start",
    "href",
    "imageId",
    "alt",
    "src",
    "style",
    "onclick",
    "colspan",
    "colwidth",
    "__proto__",
    "class",
  ),
  attrValue,
  { maxKeys: 3 },
);
const link = fc.record({ type: fc.constant("link"), attrs: fc.record({ href: fc.constantFrom(...LINK_CASES) }) });
const anyMark = fc.oneof(
  fc.record({ type: fc.constantFrom("bold", "italic", "underline", "strike") }),
  link,
  fc.record({ type: fc.oneof(fc.constantFrom("code", "style", "constructor"), text), attrs }),
);
const goodText = fc.record({ type: fc.constant("text"), text, marks: fc.array(link, { maxLength: 1 }) });
const anyText = fc.record(
  { type: fc.constant("text"), text, marks: fc.array(anyMark, { maxLength: 3 }) },
  { requiredKeys: ["type", "text"] },
);

/** Generates random document trees: any node within any other node, with attributes of any type. */
const { node: anyNode } = fc.letrec((recurse) => ({
  node: fc.oneof(
    { maxDepth: 5 },
    anyText,
    fc.record(
      {
        type: fc.constantFrom(
          "paragraph",
          "heading",
          "bulletList",
          "orderedList",
          "listItem",
          "blockquote",
          "horizontalRule",
          "hardBreak",
          "image",
          "table",
          "tableRow",
          "tableCell",
          "tableHeader",
          "script",
          "html",
          "iframe",
          "doc",
          "constructor",
        ),
        attrs,
        content: fc.array(recurse("node"), { maxLength: 3 }),
      },
      { requiredKeys: ["type"] },
    ),
  ),
}));

/** Generates well-formed document nodes with hostile texts, links and descriptions. */
const validBlock = fc.oneof(
  fc.record({ type: fc.constant("paragraph"), content: fc.array(goodText, { maxLength: 3 }) }),
  fc.record({
    type: fc.constant("heading"),
    attrs: fc.record({ level: fc.constantFrom(2, 3, 4) }),
    content: fc.array(goodText, { maxLength: 2 }),
  }),
  fc.record({ type: fc.constant("image"), attrs: fc.record({ imageId: fc.constant(IMAGE_ID), alt: text }) }),
);
const documentOf = (block: fc.Arbitrary<unknown>) =>
  fc.record({ type: fc.constant("doc"), content: fc.array(block, { minLength: 1, maxLength: 4 }) });

describe("1,000 hostile documents", () => {
  it("each of 1,000 hostile rich texts is refused or rendered as harmless HTML", () => {
    const counts = { refused: 0, harmless: 0 };
    fc.assert(
      fc.property(
        fc.oneof(documentOf(anyNode), documentOf(validBlock), documentOf(fc.oneof(anyNode, validBlock))),
        (sentDocument) => {
          // Converts to JSON and back, as HTTP does.
          const parsedDocument = richText.safeParse(JSON.parse(JSON.stringify(sentDocument)));
          if (!parsedDocument.success) {
            counts.refused += 1;
            expect(parsedDocument.error.issues).toHaveLength(1);
            return;
          }
          counts.harmless += 1;
          expect(disallowedMarkup(htmlOf(parsedDocument.data, imageSourceOf))).toEqual([]);
        },
      ),
      { numRuns: 1_000, seed: 15 },
    );
    // Checks that not all documents had the same result, which would prove nothing.
    expect(counts.refused).toBeGreaterThan(200);
    expect(counts.harmless).toBeGreaterThan(200);
  });

  it("the test's own check for disallowed markup detects harmful HTML", () => {
    expect(disallowedMarkup("<p onclick=x>a</p><script>1</script><a href='javascript:x'>b</a>")).toHaveLength(3);
  });
});

describe("HTML of a text", () => {
  const html = (...content: unknown[]) => htmlOf(richText.parse({ type: "doc", content }), imageSourceOf);
  const words = (wordsText: string, ...marks: object[]) => ({
    type: "text",
    text: wordsText,
    ...(marks.length > 0 && { marks }),
  });

  it("the HTML of a rich text escapes text and URLs", () => {
    const href = "https://a.example/?a=1&b='2'";
    expect(
      html({ type: "paragraph", content: [words("1 < 2 & \"3\" > '0'", { type: "link", attrs: { href } })] }),
    ).toBe(
      '<p><a href="https://a.example/?a=1&amp;b=&#39;2&#39;" rel="noopener noreferrer">1 &lt; 2 &amp; &quot;3&quot; &gt; &#39;0&#39;</a></p>',
    );
  });

  it("the HTML of a rich text contains lists, headings, marks, quotes and line breaks", () => {
    const item = (wordsText: string) => ({
      type: "listItem",
      content: [{ type: "paragraph", content: [words(wordsText)] }],
    });
    expect(
      html(
        { type: "heading", attrs: { level: 3 }, content: [words("Fees", { type: "bold" }, { type: "italic" })] },
        { type: "orderedList", attrs: { start: 4 }, content: [item("a")] },
        { type: "bulletList", content: [item("b")] },
        { type: "blockquote", content: [{ type: "paragraph", content: [words("c"), { type: "hardBreak" }] }] },
        { type: "horizontalRule" },
      ),
    ).toBe(
      '<h3><strong><em>Fees</em></strong></h3><ol start="4"><li><p>a</p></li></ol><ul><li><p>b</p></li></ul><blockquote><p>c<br></p></blockquote><hr>',
    );
  });

  it("the HTML of a rich text contains cells with spans but without column widths", () => {
    const cell = {
      type: "tableCell",
      attrs: { colspan: 2, rowspan: 1, colwidth: [90, 90] },
      content: [{ type: "paragraph" }],
    };
    const headerCell = { type: "tableHeader", content: [{ type: "paragraph" }] };
    expect(html({ type: "table", content: [{ type: "tableRow", content: [headerCell, cell] }] })).toBe(
      '<table><tbody><tr><th><p></p></th><td colspan="2"><p></p></td></tr></tbody></table>',
    );
  });

  it("the HTML of a rich text contains pictures, and omits deleted ones", () => {
    const doc = richText.parse({
      type: "doc",
      content: [{ type: "image", attrs: { imageId: IMAGE_ID, alt: '"><b>' } }],
    });
    expect(htmlOf(doc, imageSourceOf)).toBe(
      `<img src="/images/${IMAGE_ID}?a=1&amp;b=&quot;2&quot;" srcset="/a 480w, /b 960w" sizes="100vw" alt="&quot;&gt;&lt;b&gt;" width="480" height="320" loading="lazy">`,
    );
    expect(htmlOf(doc, () => null)).toBe("");
  });
});

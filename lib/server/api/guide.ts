import "server-only";
import { readFileSync } from "node:fs";
import { Marked } from "marked";
import { programFile } from "@/lib/server/base/program-file";

/** One rendered page of docs/: title, sections for the table of contents, and HTML. */
export type GuidePage = { title: string; sections: { id: string; title: string }[]; html: string };

/** Pages of docs/ that introduce the API reference: rules for every call, error codes, and examples. */
const GUIDE_FILES = ["docs/api.md", "docs/citizen-app.md"];
let cachedPages: GuidePage[] | undefined;

/** Returns the introduction of the API reference as HTML. Rendered once per process. */
export function guidePages(): GuidePage[] {
  cachedPages ??= GUIDE_FILES.map((file) =>
    guidePage(readFileSync(/* turbopackIgnore: true */ programFile(file), "utf8")),
  );
  return cachedPages;
}

/** Renders one page of docs/, with headings one level lower, because the reference has its own title. */
export function guidePage(markdown: string): GuidePage {
  const sections: GuidePage["sections"] = [];
  let title = "";
  let tables = 0;
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = text.toLowerCase().replace(/[^a-z]+/g, "-");
        if (depth === 1) title = text;
        if (depth === 2) sections.push({ id, title: text });
        return `<h${depth + 1} id="${id}" tabindex="-1">${this.parser.parseInline(tokens)}</h${depth + 1}>\n`;
      },
      // Removes links to other pages of docs/, which are not served.
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const target = href.replace(/^(api|citizen-app)\.md#/, "#");
        return /^(https?:|#)/.test(target) ? `<a href="${target}">${words}</a>` : words;
      },
    },
    hooks: {
      // Makes code blocks focusable, so that keyboard users can scroll them.
      postprocess: (html) =>
        html
          .replaceAll("<pre>", '<pre tabindex="0">')
          .replaceAll(
            "<table>",
            () => `<div role="region" aria-label="${title}, table ${++tables}" tabindex="0"><table>`,
          )
          .replaceAll("</table>", "</table></div>"),
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { title, sections, html };
}

import "server-only";
import type { MailContent } from "./mail";
import { MailTemplate } from "./mail-template";

/**
 * Renders the HTML part. Loads React's renderer with the first mail. Bundlers must leave this import alone: in a route handler
 * they resolve it to React's server-component build, which has no renderer.
 */
export async function renderMailHtml({ subject, content }: { subject: string; content: MailContent }): Promise<string> {
  const { renderToStaticMarkup } = await import(
    /* webpackIgnore: true */ /* turbopackIgnore: true */ "react-dom/server"
  );
  return `<!doctype html>\n${renderToStaticMarkup(<MailTemplate subject={subject} content={content} />)}\n`;
}

import "server-only";
import { env } from "@/lib/env";
import { renderMailText } from "./render-text";

/**
 * Part of a mail: a paragraph with line breaks, rows of label and value, a list after a sentence, or a link that HTML shows as a button.
 */
export type MailBlock =
  | { kind: "paragraph"; text: string }
  | { kind: "details"; rows: [label: string, value: string][] }
  | { kind: "list"; label: string; items: string[] }
  | { kind: "button"; label: string; url: string };

/** Content of a mail as data. Its plain text and its HTML are both rendered from this. */
export type MailContent = {
  /** One-time code, first in both parts, so that previews show it. `label`: "Your sign-in code is" */
  code?: { label: string; value: string };
  /** First name for the greeting. */
  recipient: string;
  blocks: MailBlock[];
  /** True for mails to citizens, which end with the name of the office. */
  isSigned?: boolean;
};

/**
 * A mail as the outbox stores it. `text`: the rendered plain text. `content` is missing in mails that an earlier version of the server
 * queued. `ticketIds`: tickets to attach as a PDF when the mail is sent. `noticeId`: the notice that the mail contains; the mail is not
 * sent if the admin may no longer read the notice's record.
 */
export type Mail = {
  to: string;
  subject: string;
  text: string;
  content?: MailContent;
  ticketIds?: string[];
  noticeId?: string;
};

/** Name for the greeting, and address of a mail. */
export type MailRecipient = { firstName: string; email: string };

type Message = Pick<MailContent, "code" | "isSigned"> & { subject: string; blocks: readonly (MailBlock | string)[] };

/**
 * Composes a mail. A string becomes a paragraph; a blank line in the string starts another paragraph. Removes line breaks from the
 * subject, and characters that reverse the direction of text from all strings.
 * @throws for a button that leads outside the configured origin
 */
export function composeMail(to: MailRecipient, { subject, blocks, ...rest }: Message): Mail {
  const content = removeDirectionOverrides({ ...rest, recipient: to.firstName, blocks: blocks.flatMap(toBlocks) });
  for (const block of content.blocks)
    if (block.kind === "button" && !block.url.startsWith(`${env().appOrigin}/`))
      throw new Error("A button of a mail leads outside the configured origin.");
  return {
    to: to.email,
    subject: toSingleLine(removeDirectionOverrides(subject)),
    text: renderMailText(content),
    content,
  };
}

const toBlocks = (block: MailBlock | string): MailBlock[] =>
  typeof block === "string" ? block.split("\n\n").map((text) => ({ kind: "paragraph", text })) : [block];

/** Replaces control characters by spaces. A line break in a subject would start another mail header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what it replaces
export const toSingleLine = (text: string) => text.replace(/[\x00-\x1f\x7f\u2028\u2029]+/g, " ").trim();

/** Removes characters that change the direction of text. A name with one would reorder the rest of its line. */
const removeDirectionOverrides = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value).replace(/[\u202a-\u202e\u2066-\u2069]/g, ""));

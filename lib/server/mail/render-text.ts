import "server-only";
import type { MailBlock, MailContent } from "./mail";

/** Name of the office at the end of mails to citizens, and at the top of the HTML part. */
export const OFFICE_NAME = "Cross River Pay";

/**
 * Renders the plain text part. The code and the link are each on a line that is never wrapped, so that programs and people can copy them.
 */
export function renderMailText({ code, recipient, blocks, isSigned }: MailContent): string {
  const parts = [
    ...(code ? [codeSentence(code)] : []),
    `Hello ${recipient},`,
    ...blocks.map(renderBlock),
    ...(isSigned ? [OFFICE_NAME] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Returns a sentence such as "Your sign-in code is 123456". */
export const codeSentence = ({ label, value }: NonNullable<MailContent["code"]>) => `${label} ${value}`;

function renderBlock(block: MailBlock): string {
  if (block.kind === "details") return block.rows.map(([label, value]) => `${label}: ${value}`).join("\n");
  if (block.kind === "list") return [block.label, ...block.items.map((item) => `- ${item}`)].join("\n");
  return block.kind === "button" ? block.url : block.text;
}

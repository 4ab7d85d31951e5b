/** CSS classes of rich text in the editor, the read-only view and the phone preview. */
export const RICH_TEXT_CLASS = [
  "text-foreground [overflow-wrap:anywhere]",
  "[&_p]:my-2 [&_h2]:mt-5 [&_h2]:mb-1.5 [&_h2]:font-bold [&_h2]:text-xl",
  "[&_h3]:mt-4 [&_h3]:mb-1 [&_h3]:font-bold [&_h3]:text-lg [&_h4]:mt-3 [&_h4]:mb-1 [&_h4]:font-semibold",
  "[&_ul]:my-2 [&_ul]:list-disc [&_ul]:ps-6 [&_ol]:my-2 [&_ol]:list-decimal [&_ol]:ps-6 [&_li_p]:my-0.5",
  "[&_blockquote]:my-3 [&_blockquote]:border-s-4 [&_blockquote]:border-border [&_blockquote]:ps-4 [&_blockquote]:text-muted",
  "[&_a]:text-primary [&_a]:underline [&_a]:underline-offset-2 [&_hr]:my-4 [&_hr]:border-border",
  "[&_table]:my-3 [&_table]:w-full [&_table]:border-collapse [&_td]:border [&_td]:border-border [&_td]:px-2 [&_td]:py-1 [&_td]:align-top",
  "[&_th]:border [&_th]:border-border [&_th]:bg-sunken [&_th]:px-2 [&_th]:py-1 [&_th]:text-start",
  "[&_img]:my-3 [&_img]:h-auto [&_img]:max-w-full [&_img]:rounded-md",
].join(" ");

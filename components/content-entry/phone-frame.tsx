import { clsx } from "clsx";
import type { CSSProperties, ReactNode } from "react";
import { RICH_TEXT_CLASS } from "@/components/record-editor/rich-text/prose";

/** CSS variables for the phone's colours, which replace those of the dashboard's theme. */
const THEMES = {
  light: cssVars("#ffffff", "#eef2f0", "#e0e7e4", "#10201b", "#53635d", "#0a6650"),
  dark: cssVars("#111918", "#1b2624", "#25322f", "#e8efec", "#a0b1ab", "#4cc9a4"),
};

function cssVars(surface: string, sunken: string, border: string, foreground: string, muted: string, primary: string) {
  return {
    "--color-surface": surface,
    "--color-sunken": sunken,
    "--color-border": border,
    "--color-foreground": foreground,
    "--color-muted": muted,
    "--color-primary": primary,
  } as CSSProperties;
}

type PhoneFrameProps = {
  theme: "light" | "dark";
  dir?: "ltr" | "rtl";
  title: string;
  /** HTML of the text, sanitized by the server. */
  html?: string;
  /** Picture of the previewed content, as a data URI. */
  image?: string | null;
  imageAlt?: string;
  label: string;
  children?: ReactNode;
};

/** Makes links open in a new tab, so that the editor stays open. Safe only for HTML from the server, in which every `<` starts a tag. */
const openLinksInNewTab = (html: string) => html.replaceAll("<a ", '<a target="_blank" ');

/** Previews content as on a phone, in a light or dark theme independent of the dashboard's. */
export function PhoneFrame({ theme, dir = "ltr", title, html, image, imageAlt, label, children }: PhoneFrameProps) {
  return (
    <section
      aria-label={label}
      style={{ colorScheme: theme, ...THEMES[theme] }}
      className="mx-auto w-full max-w-[22.5rem] rounded-[2rem] border-8 border-black bg-surface shadow-card"
    >
      <div
        dir={dir}
        // Makes the preview scrollable by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box needs keyboard focus
        tabIndex={0}
        className="h-[36rem] overflow-y-auto overflow-x-hidden rounded-[1.4rem] bg-surface text-foreground"
      >
        {image && (
          // biome-ignore lint/performance/noImgElement: a data URI needs no image optimizer
          <img src={image} alt={imageAlt ?? ""} className="max-h-56 w-full object-cover" />
        )}
        <div className="px-4 py-4">
          {title && <p className="font-bold text-xl">{title}</p>}
          {html !== undefined && (
            <div
              className={clsx(RICH_TEXT_CLASS, "mt-2")}
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the server renders it from allowed nodes only
              dangerouslySetInnerHTML={{ __html: openLinksInNewTab(html) }}
            />
          )}
          {children}
        </div>
      </div>
    </section>
  );
}

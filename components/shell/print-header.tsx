"use client";

import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { PrintOnly } from "@/components/ui/print-only";
import { formatTypedDateTime } from "@/lib/format";
import { Logo } from "./logo";

type PrintHeaderProps = { admin: { first_name: string; last_name: string; email: string } };

/**
 * Renders the header of a printed page and the footer of later pages: who printed it, and when. The time is updated before
 * printing. The footer is a margin box of `@page`, supported by Chromium 131 and later.
 */
export function PrintHeader({ admin }: PrintHeaderProps) {
  // Sets the time on the server too, because a page may be printed before its scripts run.
  const [printedAt, setPrintedAt] = useState(() => Date.now());
  const name = `${admin.first_name} ${admin.last_name}`;
  const words = `Printed by ${name} (${admin.email}) on ${formatTypedDateTime(printedAt)}, Lagos time`;

  useEffect(() => {
    const updateTime = () => flushSync(() => setPrintedAt(Date.now()));
    window.addEventListener("beforeprint", updateTime);
    return () => window.removeEventListener("beforeprint", updateTime);
  }, []);

  useEffect(() => {
    // Uses a constructed style sheet, which the content security policy allows.
    const styleSheet = new CSSStyleSheet();
    const font = "color: #53635d; font: 8pt sans-serif;";
    styleSheet.replaceSync(
      `@page { @bottom-left { content: ${quoteCss(words)}; ${font} } } @page :first { @bottom-left { content: ""; } }`,
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, styleSheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((existing) => existing !== styleSheet);
    };
  }, [words]);

  return (
    <div className="mb-4 hidden items-center justify-between gap-6 border-b border-border pb-2 print:flex">
      <Logo compact={false} />
      <PrintOnly words={words} className="text-right text-sm" />
    </div>
  );
}

/** Quotes a text as a CSS string, because an admin's name may contain quotes, backslashes or pasted line breaks. */
const quoteCss = (text: string) =>
  `"${text.replace(/["\\\n\r\f<]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;

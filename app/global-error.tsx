"use client";

import { FullPageMessage } from "@/components/common/full-page-message";
import { ReloadButton } from "@/components/common/reload-button";
import { fontVariables } from "./fonts";
import "./globals.css";

/** Replaces the root layout when the layout throws an error. Without the layout, the theme follows the operating system. */
export default function GlobalError() {
  return (
    <html lang="en" className={fontVariables}>
      <body>
        <title>Cross river pay</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <main>
          <FullPageMessage title="Unexpected Application Error!" action={<ReloadButton />} />
        </main>
      </body>
    </html>
  );
}

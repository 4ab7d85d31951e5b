import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import type { ReactNode } from "react";
import { AppRoot } from "@/components/shell/app-root";
import { OfflineOverlay } from "@/components/shell/connectivity";
import { StyleNonce } from "@/components/shell/nonce";
import { RouteProgress } from "@/components/shell/route-progress";
import { Toaster } from "@/components/shell/toaster";
import { parseTheme, THEME_COOKIE } from "@/lib/client/preferences";
import { CLICK_HANDLED_EVENT, replayClicksBeforeHydration } from "@/lib/client/workarounds/replay-clicks";
import { REQUEST_ID_HEADER } from "@/lib/session";
import { fontVariables } from "./fonts";
import "./globals.css";

export const metadata: Metadata = {
  title: { template: "%s · Cross River Pay", default: "Cross river pay" },
  description: "Back office of Cross River Pay",
  robots: { index: false, follow: false },
  manifest: "/manifest.webmanifest",
  icons: { icon: { url: "/icon.svg", type: "image/svg+xml" }, apple: "/apple-touch-icon.png" },
};

/** `cover` extends the page under a phone's notch and home indicator, and enables the safe-area insets in globals.css. */
export const viewport: Viewport = { colorScheme: "light dark", viewportFit: "cover" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [requestHeaders, cookieStore] = await Promise.all([headers(), cookies()]);
  const nonce = requestHeaders.get("x-nonce") ?? undefined;
  return (
    <html
      lang="en"
      data-theme={parseTheme(cookieStore.get(THEME_COOKIE)?.value)}
      data-page-id={requestHeaders.get(REQUEST_ID_HEADER) ?? undefined}
      className={fontVariables}
    >
      <body>
        <script nonce={nonce}>{`(${replayClicksBeforeHydration})("${CLICK_HANDLED_EVENT}")`}</script>
        <StyleNonce nonce={nonce} />
        <RouteProgress />
        <AppRoot>{children}</AppRoot>
        <div id="modalRoot" />
        <OfflineOverlay />
        <Toaster />
      </body>
    </html>
  );
}

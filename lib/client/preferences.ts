import Cookies from "js-cookie";

/**
 * What a person chose for themselves alone. Kept in cookies rather than localStorage, so that the server's first HTML is
 * already right: no flash, no layout shift.
 */
export const THEME_COOKIE = "theme";
export const SIDEBAR_COOKIE = "sidebar-mode";
export const COLUMNS_COOKIE = "table-columns";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export type SidebarMode = "expanded" | "collapsed";

export const readTheme = (value: string | undefined): Theme => THEMES.find((theme) => theme === value) ?? "system";

/** Collapsed unless chosen otherwise (specification section 9). */
export const readSidebarMode = (value: string | undefined): SidebarMode =>
  value === "expanded" ? "expanded" : "collapsed";

export function remember(name: string, value: string): void {
  Cookies.set(name, value, { expires: 365, path: "/", sameSite: "lax", secure: window.location.protocol === "https:" });
}

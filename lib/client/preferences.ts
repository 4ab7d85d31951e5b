import Cookies from "js-cookie";

/** Personal preferences. In cookies instead of localStorage, so that the server can render with them. */
export const THEME_COOKIE = "theme";
/** Cookie with the sidebar's mode: expanded or collapsed. */
export const SIDEBAR_COOKIE = "sidebar-mode";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
/** Whether the sidebar shows labels or only icons. */
export type SidebarMode = "expanded" | "collapsed";

/** Returns the theme in a cookie's value; "system" for a missing or unknown one. */
export const parseTheme = (value: string | undefined): Theme => THEMES.find((theme) => theme === value) ?? "system";

/** Returns "collapsed" by default (specification section 9). */
export const parseSidebarMode = (value: string | undefined): SidebarMode =>
  value === "expanded" ? "expanded" : "collapsed";

/** Stores a preference in a cookie for a year. */
export function setPreference(name: string, value: string): void {
  Cookies.set(name, value, { expires: 365, path: "/", sameSite: "lax", secure: window.location.protocol === "https:" });
}

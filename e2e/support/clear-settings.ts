import { isDeepStrictEqual } from "node:util";
import { type APIRequestContext, expect } from "@playwright/test";
import { NOTICE_KINDS, NOTICE_RULES } from "@/lib/contract/notices.values";

type Views = { views: { id: string; version: number; is_mine: boolean }[]; settings: { list: string }[] };
type Pins = { items: { kind: string; id: string }[] };
type Layout = { version: number; is_default: boolean };
type Preferences = { version: number; kinds: object; digest_hour: number | null };

const DEFAULT_PREFERENCES = {
  kinds: Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, NOTICE_RULES[kind].defaults])),
  digest_hour: null,
};

/**
 * Deletes an admin's saved views and pins. Resets columns, default views and filters of lists, the layout of Home and the notice
 * preferences. Keeps views shared by other admins.
 */
export async function clearAdminSettings(request: APIRequestContext, token: string): Promise<void> {
  const call = async (method: string, path: string, data?: object) => {
    const answer = await request.fetch(`/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      data,
      // Retries, because the server may close an idle connection at the moment of its reuse.
      maxRetries: 2,
    });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return (await answer.json()).data;
  };
  const [{ views, settings }, pins, layout, preferences]: [Views, Pins, Layout, Preferences] = await Promise.all([
    call("GET", "/saved-views"),
    call("GET", "/search/pins"),
    call("GET", "/overview/layout"),
    call("GET", "/notices/preferences"),
  ]);
  const emptyList = { default_view_id: null, columns: null, last_search: "" };
  await Promise.all([
    ...views.flatMap(({ id, version, is_mine }) => (is_mine ? call("DELETE", `/saved-views/${id}`, { version }) : [])),
    ...settings.map(({ list }) => call("PATCH", `/saved-views/settings/${list}`, emptyList)),
    ...pins.items.map(({ kind, id }) => call("DELETE", `/search/pins/${kind}/${id}`)),
  ]);
  if (!layout.is_default) await call("PATCH", "/overview/layout/reset", { version: layout.version });
  const { version, ...chosen } = preferences;
  if (!isDeepStrictEqual(chosen, DEFAULT_PREFERENCES))
    await call("PATCH", "/notices/preferences", { version, ...DEFAULT_PREFERENCES });
}

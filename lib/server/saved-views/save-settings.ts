import "server-only";
import type { InputOf } from "@/lib/contract/common";
import type { savedViewCalls } from "@/lib/contract/saved-views";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import { listSettings } from "@/lib/server/db/schema/saved-views";
import { mayReadList, withoutInvalidParameters } from "./lists";
import { readVisibleSavedView } from "./read-views";

/**
 * Saves the caller's settings of a list. Fields that the input leaves out stay. Has no audit row: it changes only what the caller
 * sees, and is sent after each change of a filter.
 * @throws 403 if the caller may not read the list; 404 for a view that they do not see; 400 for a view of another list
 */
export async function saveListSettings(
  { tx, admin }: WriteContext,
  { list, default_view_id, columns, last_search }: InputOf<typeof savedViewCalls.saveSettings>,
): Promise<Record<string, never>> {
  if (!mayReadList(list, admin)) throw refuse.forbidden();
  if (default_view_id && (await readVisibleSavedView(tx, admin, default_view_id)).list !== list)
    throw refuse.badInput("This view belongs to another list. Choose a view of this list.");
  const changed = {
    ...(default_view_id !== undefined && { defaultViewId: default_view_id }),
    ...(columns !== undefined && { columns }),
    ...(last_search !== undefined && { lastSearch: dropSearchText(list, last_search), lastSessionId: admin.sessionId }),
  };
  if (Object.keys(changed).length === 0) return {};
  await tx
    .insert(listSettings)
    .values({ adminId: admin.id, list, ...changed })
    .onConflictDoUpdate({ target: [listSettings.adminId, listSettings.list], set: changed });
  return {};
}

/** Removes search words, which may name a citizen, and keeps the filters. */
function dropSearchText(list: Parameters<typeof withoutInvalidParameters>[0], search: string): string {
  const params = new URLSearchParams(withoutInvalidParameters(list, search));
  params.delete("q");
  return params.toString().replaceAll("%2C", ",");
}

import { accessPoliciesOf, type Feature } from "./access";
import { MAX_BODY_BYTES, route } from "./route";

/**
 * Returns the routes that every kind of content entry has, for the kinds of one module, below the path `base`. Publishing terms and the
 * privacy policy, which bind citizens, also needs `approve` (lib/server/content-entries/publish.ts).
 */
export function contentEntryRoutes(base: `/${string}`, feature: Feature) {
  const { read, create, update, remove } = accessPoliciesOf(feature);
  const listPath = `${base}/entries/{kind}` as const;
  const entryPath = `${listPath}/{entryId}` as const;
  return {
    entries: route("GET", listPath, read, { replica: true }),
    createEntry: route("POST", listPath, create, { body: MAX_BODY_BYTES }),
    orderEntries: route("POST", `${listPath}/order`, update, { body: 262_144 }),
    audienceGroups: route("GET", `${base}/audience-groups`, read),
    entry: route("GET", entryPath, read),
    saveEntry: route("PATCH", entryPath, update, { body: MAX_BODY_BYTES }),
    deleteEntry: route("DELETE", entryPath, remove),
    publishEntry: route("POST", `${entryPath}/publications`, update),
    withdrawEntry: route("POST", `${entryPath}/withdrawal`, update),
    publication: route("GET", `${entryPath}/publications/{number}`, read),
    bringBack: route("POST", `${entryPath}/publications/{number}/draft`, update),
    archiveEntry: route("PATCH", `${entryPath}/archive`, update),
    previewEntry: route("POST", `${entryPath}/preview`, read, { reads: true, body: MAX_BODY_BYTES }),
    shareEntry: route("POST", `${entryPath}/preview-links`, update, { secret: true }),
  };
}

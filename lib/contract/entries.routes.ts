import { type Feature, policiesOf } from "./access";
import { BODY_MAX, route } from "./route";

/**
 * Returns the routes that every kind of entry has, for the kinds of one module, below the path `base`. Publishing terms and the
 * privacy policy, which bind citizens, also needs `approve` (lib/server/entries/publish.ts).
 */
export function entryRoutes(base: `/${string}`, feature: Feature) {
  const { read, create, update, remove } = policiesOf(feature);
  const all = `${base}/entries/{kind}` as const;
  const one = `${all}/{entryId}` as const;
  return {
    entries: route("GET", all, read),
    createEntry: route("POST", all, create, { body: BODY_MAX }),
    orderEntries: route("POST", `${all}/order`, update, { body: 262_144 }),
    audienceGroups: route("GET", `${base}/audience-groups`, read),
    entry: route("GET", one, read),
    saveEntry: route("PATCH", one, update, { body: BODY_MAX }),
    deleteEntry: route("DELETE", one, remove),
    publishEntry: route("POST", `${one}/publications`, update),
    withdrawEntry: route("POST", `${one}/withdrawal`, update),
    publication: route("GET", `${one}/publications/{number}`, read),
    bringBack: route("POST", `${one}/publications/{number}/draft`, update),
    archiveEntry: route("PATCH", `${one}/archive`, update),
    previewEntry: route("POST", `${one}/preview`, read, { reads: true, body: BODY_MAX }),
    shareEntry: route("POST", `${one}/preview-links`, update, { secret: true }),
  };
}

import { type Feature, needs } from "./access";
import { BODY_MAX, route } from "./route";

/**
 * The calls that every kind of entry has, for the kinds of one module. `base`: its path, `noun`: what the trail calls them. Publishing what binds citizens
 * (terms, privacy policy) asks for `approve` besides (lib/server/entries/publish.ts).
 */
export function entryRoutes(base: `/${string}`, feature: Feature, noun: string) {
  const read = needs(feature, "read");
  const create = needs(feature, "create");
  const update = needs(feature, "update");
  const all = `${base}/entries/{kind}` as const;
  const one = `${all}/{entryId}` as const;
  return {
    entries: route("GET", all, read, "Entries of one kind with their state"),
    createEntry: route("POST", all, create, "Create a draft", { done: `Drafted ${noun}`, body: BODY_MAX }),
    orderEntries: route("POST", `${all}/order`, update, "Put entries of one kind in order", {
      done: "Changed the order of entries",
      body: 262_144,
    }),
    audienceGroups: route("GET", `${base}/audience-groups`, read, "User groups that can be an audience, by name"),
    entry: route("GET", one, read, "One entry with its draft and publications"),
    saveEntry: route("PATCH", one, update, "Save the draft", { done: `Changed the draft of ${noun}`, body: BODY_MAX }),
    deleteEntry: route("DELETE", one, needs(feature, "delete"), "Delete a draft that was never published", {
      done: `Deleted the draft of ${noun}`,
    }),
    publishEntry: route("POST", `${one}/publications`, update, "Publish the draft, now or from a time on", {
      done: `Published or scheduled ${noun}`,
    }),
    withdrawEntry: route(
      "POST",
      `${one}/withdrawal`,
      update,
      "Withdraw what is published, or cancel what is scheduled",
      { done: `Withdrew ${noun}` },
    ),
    publication: route("GET", `${one}/publications/{number}`, read, "One publication, as it was published"),
    bringBack: route("POST", `${one}/publications/{number}/draft`, update, "Make a publication the draft again", {
      done: `Brought back a version of ${noun}`,
    }),
    archiveEntry: route("PATCH", `${one}/archive`, update, "Archive an entry, or bring it back from there", {
      done: `Archived ${noun}, or brought it back`,
    }),
    previewEntry: route("POST", `${one}/preview`, read, "What the app would receive for a draft as it stands", {
      reads: true,
      body: BODY_MAX,
    }),
    shareEntry: route(
      "POST",
      `${one}/preview-links`,
      update,
      "Make a link to the saved draft that ends after an hour",
      { done: `Shared a preview of ${noun}`, secret: true },
    ),
  };
}

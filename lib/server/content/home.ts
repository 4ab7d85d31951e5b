import "server-only";
import { CONTENT_MODULE_KINDS } from "@/lib/contract/content-entries.values";
import { routes } from "@/lib/contract/routes";
import { countPublished, draftsToPublish, isPublishedSince } from "@/lib/server/content-entries/home";
import { contentEntryPublications } from "@/lib/server/db/schema/content-entries";
import { cappedCountFields, type ModuleHomeItems, toHomeFigure } from "@/lib/server/overview/home-module";

const CONTENT_URL = "/dashboard/content-management";
const SHOWN_KINDS = [
  {
    kind: "announcements",
    url: `${CONTENT_URL}/announcements`,
    live: "Live announcements",
    drafts: "Draft announcements",
  },
  { kind: "slides", url: `${CONTENT_URL}/slider`, live: "Live slides", drafts: "Draft slides" },
  { kind: "culture", url: `${CONTENT_URL}/culture`, live: "Live articles", drafts: "Draft articles" },
] as const;

/** Defines the pending work, figures and recent changes that the Home page shows for Content Management. */
export const contentHomeItems: ModuleHomeItems = {
  feature: "Content Management",
  work: SHOWN_KINDS.map(({ kind, url, drafts }) => draftsToPublish(kind, drafts, routes.content.publishEntry, url)),
  changes: [
    {
      id: "content_published",
      label: "Content published",
      table: contentEntryPublications,
      where: (since) => isPublishedSince(CONTENT_MODULE_KINDS, since),
    },
  ],
  async figures(db) {
    const counts = await countPublished(
      db,
      SHOWN_KINDS.map(({ kind }) => kind),
    );
    return SHOWN_KINDS.map(({ kind, url, live }) =>
      toHomeFigure({ id: kind, label: live, ...cappedCountFields(counts[kind]), url: `${url}?state=published` }),
    );
  },
};

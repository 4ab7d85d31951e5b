import "server-only";
import { and, eq, gte, sql } from "drizzle-orm";
import { APP_CONFIG_KINDS } from "@/lib/contract/content-entries.values";
import { recordUrl } from "@/lib/contract/records";
import { routes } from "@/lib/contract/routes";
import { countPublished, draftsToPublish, isPublishedSince } from "@/lib/server/content-entries/home";
import { broadcasts } from "@/lib/server/db/schema/broadcasts";
import { contentEntryPublications } from "@/lib/server/db/schema/content-entries";
import {
  cappedCountFields,
  countQueriesUpToCap,
  type ModuleHomeItems,
  readOldestWork,
  toHomeFigure,
} from "@/lib/server/overview/home-module";

const FAQ_URL = "/dashboard/app-config/faq";
const BROADCASTS_URL = "/dashboard/app-config/notifications";

/** Defines the pending work, figures and recent changes that the Home page shows for App Configurations. */
export const appConfigHomeItems: ModuleHomeItems = {
  feature: "App Configurations",
  work: [
    draftsToPublish("faq", "Draft FAQ questions", routes.appConfig.publishEntry, FAQ_URL),
    {
      kind: "broadcasts_paused",
      label: "Paused notifications",
      needs: routes.appConfig.sendBroadcast,
      url: `${BROADCASTS_URL}?state=paused&sort=updated_at`,
      read: (db, _admin, limit) =>
        readOldestWork(
          db,
          {
            table: broadcasts,
            where: eq(broadcasts.state, "paused"),
            id: broadcasts.id,
            title: broadcasts.title,
            // The system sets `note` if it paused the notification, for example because Firebase refused the key.
            detail: sql`coalesce(${broadcasts.note}, 'Paused by an admin')`,
            since: broadcasts.updatedAt,
            urlOf: (id) => recordUrl("broadcast", id),
          },
          limit,
        ),
    },
  ],
  changes: [
    {
      id: "app_config_published",
      label: "FAQ questions and legal texts published",
      table: contentEntryPublications,
      where: (since) => isPublishedSince(APP_CONFIG_KINDS, since),
    },
    {
      id: "broadcasts_sent",
      label: "Notifications sent",
      table: broadcasts,
      where: (since) => and(eq(broadcasts.state, "sent"), gte(broadcasts.endedAt, since)),
    },
  ],
  async figures(db) {
    const { faq } = await countPublished(db, ["faq"]);
    const { sent, scheduled } = await countQueriesUpToCap(db, {
      sent: { table: broadcasts, where: eq(broadcasts.state, "sent") },
      scheduled: { table: broadcasts, where: eq(broadcasts.state, "scheduled") },
    });
    return [
      toHomeFigure({
        id: "questions",
        label: "Live FAQ questions",
        ...cappedCountFields(faq),
        url: `${FAQ_URL}?state=published`,
      }),
      toHomeFigure({
        id: "sent",
        label: "Notifications sent",
        ...cappedCountFields(sent),
        note: scheduled.total ? `${scheduled.total} scheduled` : null,
        url: `${BROADCASTS_URL}?state=sent`,
      }),
    ];
  },
};

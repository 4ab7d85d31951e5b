import "server-only";
import { eq } from "drizzle-orm";
import { satisfiesPolicy, toRightList } from "@/lib/contract/access";
import type { Route } from "@/lib/contract/route";
import { routes } from "@/lib/contract/routes";
import type { StarterSetPreview } from "@/lib/contract/setup";
import { STARTER_SET_WORDS, type StarterSet } from "@/lib/contract/setup.values";
import { formatDateTime } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { admins, roles } from "@/lib/server/db/schema/admin";
import { starterSets } from "@/lib/server/db/schema/setup";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { createRole } from "@/lib/server/rp/change-role";
import { createStarterEmergencyNumbers, previewStarterEmergencyNumbers } from "./create-emergency-numbers";
import { createStarterPaymentMethods, previewStarterPaymentMethods } from "./create-methods";
import {
  createStarterReportCategories,
  createStarterReportTemplates,
  previewStarterReportCategories,
  previewStarterReportTemplates,
} from "./create-reports";
import { STARTER_ROLES } from "./starter/roles";

type PreviewItem = StarterSetPreview["items"][number];

type SetFunctions = {
  /** Calls that create single records of this starter set. Loading the set requires the rights for all of them. */
  calls: readonly Route[];
  preview: (db: Queryable) => Promise<PreviewItem[]>;
  /** Creates the records that the preview lists as `new`. */
  create: (context: WriteContext) => Promise<unknown>;
};

const SET_FUNCTIONS: Record<StarterSet, SetFunctions> = {
  roles: { calls: [routes.rp.createRole], preview: previewRoles, create: createStarterRoles },
  report_categories: {
    calls: [routes.ireport.createDepartment, routes.ireport.createCategory],
    preview: previewStarterReportCategories,
    create: createStarterReportCategories,
  },
  report_templates: {
    calls: [routes.ireport.createTemplate],
    preview: previewStarterReportTemplates,
    create: createStarterReportTemplates,
  },
  payment_methods: {
    calls: [routes.transaction.createMethod],
    preview: previewStarterPaymentMethods,
    create: createStarterPaymentMethods,
  },
  emergency_numbers: {
    calls: [routes.appConfig.createEmergencyNumber],
    preview: previewStarterEmergencyNumbers,
    create: createStarterEmergencyNumbers,
  },
};

/** Returns when and by which admin each starter set was loaded. */
export async function readLoadedStarterSets(db: Queryable) {
  const rows = await db
    .select({ set: starterSets, admin: admins })
    .from(starterSets)
    .innerJoin(admins, eq(admins.id, starterSets.loadedBy));
  return new Map(
    rows.map(({ set, admin }) => [set.starterSet, { at: set.loadedAt.toISOString(), by: toAdminRef(admin) }]),
  );
}

/** Returns the records that loading the starter set would add, those that exist already, and those that it would omit. */
export async function previewStarterSet(db: Queryable, starterSet: StarterSet): Promise<StarterSetPreview> {
  const loadedInfo = (await readLoadedStarterSets(db)).get(starterSet) ?? null;
  return { starter_set: starterSet, loaded: loadedInfo, items: await SET_FUNCTIONS[starterSet].preview(db) };
}

/**
 * Adds the missing records of a starter set. Records with the same name stay unchanged.
 * @throws 403 without the right to create such records; 409 if the set was loaded before
 */
export async function loadStarterSet(context: WriteContext, starterSet: StarterSet) {
  const { tx, admin, audit } = context;
  const { calls, preview, create } = SET_FUNCTIONS[starterSet];
  if (!calls.every(({ policy }) => satisfiesPolicy(admin.rights, policy)))
    throw refuse.forbidden(
      "To load this set you need the right to create each kind of record in it. Ask an admin who has it.",
    );
  // Of two parallel requests, the second one waits here until the first one commits, and then finds its row.
  const inserted = await tx.insert(starterSets).values({ starterSet, loadedBy: admin.id }).onConflictDoNothing();
  if (!inserted.rowCount) {
    const loadedBefore = (await readLoadedStarterSets(tx)).get(starterSet);
    throw refuse.conflict(
      `${STARTER_SET_WORDS[starterSet]} were loaded by ${loadedBefore?.by.name}, ${formatDateTime(loadedBefore?.at ?? "")}. A set is loaded once.`,
    );
  }
  const items = await preview(tx);
  const [added, leftOut] = (["new", "left_out"] as const).map((state) => items.filter((item) => item.state === state));
  audit({
    record: null,
    after: {
      starter_set: STARTER_SET_WORDS[starterSet],
      added: added?.map(({ name }) => name) ?? [],
      left_out: leftOut?.map(({ name }) => name) ?? [],
    },
  });
  await create(context);
  return { ...(await previewStarterSet(tx, starterSet)), added: added?.length ?? 0 };
}

const readRoleNames = async (db: Queryable) =>
  new Set((await db.select({ name: roles.name }).from(roles)).map(({ name }) => name.toLowerCase()));

async function previewRoles(db: Queryable): Promise<PreviewItem[]> {
  const existing = await readRoleNames(db);
  return Object.values(STARTER_ROLES).map(({ name, description, features }) => ({
    name,
    note: `${description} Rights: ${new Set(toRightList(features).map(({ feature }) => feature)).size} features.`,
    state: existing.has(name.toLowerCase()) ? "there" : "new",
  }));
}

async function createStarterRoles(context: WriteContext) {
  const existing = await readRoleNames(context.tx);
  for (const role of Object.values(STARTER_ROLES))
    if (!existing.has(role.name.toLowerCase())) await createRole(context, role);
}

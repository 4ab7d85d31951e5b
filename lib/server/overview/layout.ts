import "server-only";
import { eq, sql } from "drizzle-orm";
import { accessPolicy, FEATURES, type FeatureAccess, PERMISSION_FLAGS, satisfiesPolicy } from "@/lib/contract/access";
import type { InputOf } from "@/lib/contract/common";
import type { HomeLayout, overviewCalls } from "@/lib/contract/overview";
import {
  CHART_FEATURES,
  featureOfHomeBlock,
  HOME_CHARTS,
  type HomeBlock,
  type HomeBlockSetting,
  homeBlockLabel,
} from "@/lib/contract/overview.values";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { homeLayouts } from "@/lib/server/db/schema/home";
import { conflictMessage } from "@/lib/server/records/version";

type Rights = readonly FeatureAccess[];
type Caller = { id: string; rights: Rights };

const maySeeBlock = (rights: Rights, block: HomeBlock) => {
  const feature = featureOfHomeBlock(block);
  return feature === null || satisfiesPolicy(rights, accessPolicy(feature, "read"));
};

/**
 * Returns the blocks of Home that an admin may see, in default order: work and changes first, then modules and charts of the features in
 * which they have most rights. Features with equally many rights are in the order of the sidebar.
 */
export function defaultHomeBlocks(rights: Rights): HomeBlock[] {
  const weightOf = (feature: (typeof FEATURES)[number]) =>
    PERMISSION_FLAGS.filter((flag) => satisfiesPolicy(rights, accessPolicy(feature, flag))).length;
  const features = [...FEATURES].sort((a, b) => weightOf(b) - weightOf(a));
  const charts = [...HOME_CHARTS].sort(
    (a, b) => features.indexOf(CHART_FEATURES[a]) - features.indexOf(CHART_FEATURES[b]),
  );
  const blocks: HomeBlock[] = ["work", "changes", ...features, ...charts];
  return blocks.filter((block) => maySeeBlock(rights, block));
}

/** Returns the admin's layout of Home. Blocks that they may see but have not placed, such as those of a new module, are last. */
export async function readHomeLayout(db: Queryable, { id, rights }: Caller): Promise<HomeLayout> {
  const [row] = await db.select().from(homeLayouts).where(eq(homeLayouts.adminId, id));
  const placed = (row?.blocks ?? []).filter(({ block }) => maySeeBlock(rights, block));
  const others = defaultHomeBlocks(rights).filter((block) => placed.every((place) => place.block !== block));
  return {
    blocks: [...placed, ...others.map((block) => ({ block, hidden: false }))],
    is_default: !row?.blocks,
    version: row?.version ?? 0,
  };
}

/** Saves the order and visibility of the blocks on Home. @throws 400 for a block that the admin may not see; 409 for an old version */
export async function saveHomeLayout(context: WriteContext, input: InputOf<typeof overviewCalls.saveLayout>) {
  const { rights } = context.admin;
  const unreadable = input.blocks.find(({ block }) => !maySeeBlock(rights, block));
  if (unreadable) {
    const message = `You may not read “${homeBlockLabel(unreadable.block)}”. Reload the page and arrange it again.`;
    throw refuse.badInput(message, { blocks: message });
  }
  return storeLayout(context, input.version, input.blocks);
}

/** Resets the layout to the default order for the admin's rights. @throws 409 for an old version */
export const resetHomeLayout = (context: WriteContext, { version }: InputOf<typeof overviewCalls.resetLayout>) =>
  storeLayout(context, version, null);

async function storeLayout(
  { tx, admin, audit }: WriteContext,
  version: number,
  blocks: readonly HomeBlockSetting[] | null,
) {
  await tx.select().from(homeLayouts).where(eq(homeLayouts.adminId, admin.id)).for("update");
  const before = await readHomeLayout(tx, admin);
  if (before.version !== version)
    throw refuse.conflict(conflictMessage("arrangement", "You changed this arrangement on another device"), before);
  // Of two concurrent first changes, the second one violates the primary key, runs again and is refused.
  if (version === 0) await tx.insert(homeLayouts).values({ adminId: admin.id, blocks });
  else
    await tx
      .update(homeLayouts)
      .set({ blocks, updatedAt: sql`now()`, version: version + 1 })
      .where(eq(homeLayouts.adminId, admin.id));
  const after = await readHomeLayout(tx, admin);
  audit({ record: null, before: describeLayout(before), after: describeLayout(after) });
  return after;
}

const describeLayout = ({ blocks, is_default }: HomeLayout) => ({
  order: is_default ? "by rights" : blocks.map(({ block }) => homeBlockLabel(block)).join(", "),
  hidden: blocks
    .filter(({ hidden }) => hidden)
    .map(({ block }) => homeBlockLabel(block))
    .join(", "),
});

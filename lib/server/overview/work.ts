import "server-only";
import { accessPolicy, satisfiesPolicy } from "@/lib/contract/access";
import type { OutputOf } from "@/lib/contract/common";
import type { overviewCalls } from "@/lib/contract/overview";
import { HOME_WORK_ITEMS_MAX, HOME_WORK_ITEMS_PER_KIND } from "@/lib/contract/overview.values";
import type { SignedInAdmin } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import type { HomeWorkGroup, HomeWorkSource } from "./home-module";
import { HOME_WORK_SOURCES } from "./home-modules";
import { homePartLimitMs, readHomePart } from "./in-time";

type Work = OutputOf<typeof overviewCalls.work>;

/**
 * Returns what waits for the admin: the count of each kind of work, and the oldest items of all kinds, oldest first. Sources are
 * read concurrently. A record that waits for two reasons is listed once.
 */
export async function readHomeWork(
  db: Queryable,
  admin: SignedInAdmin,
  {
    sources = HOME_WORK_SOURCES,
    limitMs = homePartLimitMs(),
  }: { sources?: readonly HomeWorkSource[]; limitMs?: number } = {},
): Promise<Work> {
  const permitted = sources.filter((source) => mayDoWork(admin, source));
  const found = await Promise.all(
    permitted.map(async (source) => {
      const groups = await readHomePart({ adminId: admin.id, part: source.kind, limitMs }, () =>
        source.read(db, admin, HOME_WORK_ITEMS_PER_KIND),
      );
      return { source, groups };
    }),
  );
  const kinds: Work["kinds"] = [];
  const items = new Map<string, Work["items"][number]>();
  for (const { source, groups } of found) {
    if (!groups) kinds.push({ ...describeKind(source), total: 0, total_is_capped: false, failed: true });
    for (const group of groups ?? []) {
      if (group.total === 0) continue;
      kinds.push({
        ...describeKind(source, group),
        total: group.total,
        total_is_capped: group.totalIsCapped,
        failed: false,
      });
      for (const item of group.items)
        if (!items.has(item.id)) items.set(item.id, { ...item, kind: group.label ?? source.label });
    }
  }
  const oldestFirst = [...items.values()].sort((a, b) => a.since.localeCompare(b.since));
  return { kinds, items: oldestFirst.slice(0, HOME_WORK_ITEMS_MAX) };
}

function mayDoWork({ rights }: SignedInAdmin, { needs: route, mayDo: check }: HomeWorkSource): boolean {
  if (check) return check(rights);
  const policy = route?.policy;
  return (
    typeof policy === "object" &&
    satisfiesPolicy(rights, policy) &&
    satisfiesPolicy(rights, accessPolicy(policy.feature, "read"))
  );
}

const describeKind = ({ kind, label, url }: HomeWorkSource, group?: HomeWorkGroup) => ({
  kind,
  label: group?.label ?? label,
  url: group?.url ?? url,
});

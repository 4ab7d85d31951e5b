import "server-only";
import type { IreportIcon } from "@/lib/contract/ireport.values";
import type { Transaction } from "@/lib/server/db/client";
import { ireportCategories, ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import { adminId } from "@/lib/server/db/seed/admins";
import { type Clock, DAY } from "@/lib/server/db/seed/clock";
import { idOf, only } from "@/lib/server/db/seed/random";
import type { Targets } from "@/lib/server/ireport/report-clocks";

/** Who does the work outside this desk, and who of us hears when it is late; health has nobody yet. */
const DEPARTMENTS = [
  { name: "Works and infrastructure", lead: "civic" },
  { name: "Water board", lead: "civic" },
  { name: "Waste management", lead: "support" },
  { name: "Emergency management", lead: "owner" },
  { name: "Health", lead: null },
  { name: "Education", lead: "civic" },
  { name: "Markets and trade", lead: "support" },
  { name: "Public service office", lead: "owner" },
] as const;
type Department = (typeof DEPARTMENTS)[number]["name"];

type Branch = {
  name: string;
  icon: IreportIcon;
  department?: Department;
  hours: number;
  private?: true;
  inactive?: true;
};
type Tree = Branch & { below: readonly Branch[] };

const TREE = [
  {
    name: "Roads and transport",
    icon: "construction",
    department: "Works and infrastructure",
    hours: 168,
    below: [
      { name: "Potholes and damaged roads", icon: "construction", hours: 168 },
      { name: "Street lights", icon: "lightbulb", hours: 96 },
      { name: "Traffic and parking", icon: "car", hours: 72 },
      { name: "Street names and signs", icon: "construction", hours: 240, inactive: true },
    ],
  },
  {
    name: "Water and drainage",
    icon: "droplets",
    department: "Water board",
    hours: 72,
    below: [
      { name: "No water", icon: "droplets", hours: 72 },
      { name: "Burst pipes", icon: "droplets", hours: 24 },
      { name: "Flooding and blocked drains", icon: "droplets", department: "Emergency management", hours: 48 },
    ],
  },
  {
    name: "Waste and environment",
    icon: "trash",
    department: "Waste management",
    hours: 72,
    below: [
      { name: "Refuse not collected", icon: "trash", hours: 48 },
      { name: "Illegal dumping", icon: "trash", hours: 96 },
      { name: "Erosion and landslides", icon: "trees", department: "Emergency management", hours: 336 },
      { name: "Fallen trees", icon: "trees", department: "Emergency management", hours: 36 },
    ],
  },
  {
    name: "Health and safety",
    icon: "heart-pulse",
    department: "Health",
    hours: 72,
    below: [
      { name: "Fire and gas", icon: "flame", department: "Emergency management", hours: 24 },
      { name: "Health centres", icon: "heart-pulse", hours: 96 },
      { name: "Safety at night", icon: "shield-alert", department: "Emergency management", hours: 48 },
    ],
  },
  {
    name: "Schools and public places",
    icon: "school",
    department: "Education",
    hours: 168,
    below: [
      { name: "School buildings", icon: "school", hours: 240 },
      { name: "Markets", icon: "store", department: "Markets and trade", hours: 120 },
      { name: "Public offices", icon: "landmark", department: "Public service office", hours: 120 },
    ],
  },
  { name: "Something else", icon: "message-circle-warning", hours: 120, below: [] },
  {
    name: "Complaints about officials",
    icon: "message-circle-warning",
    department: "Public service office",
    hours: 168,
    private: true,
    below: [{ name: "Requests for bribes", icon: "landmark", hours: 96 }],
  },
] as const satisfies readonly Tree[];

type Below<T> = T extends { below: readonly (infer Child)[] } ? Child : never;
/** What reports are filed in: a category of the second level, or one that has none below it. */
export type CategoryName =
  | Extract<Below<(typeof TREE)[number]>, { name: string }>["name"]
  | "Something else"
  | "Complaints about officials";

const BRANCHES: readonly { branch: Branch; parent: Branch | null; position: number }[] = TREE.flatMap(
  ({ below, ...branch }: Tree, position) => [
    { branch, parent: null, position },
    ...below.map((child, nth) => ({ branch: child, parent: branch, position: nth })),
  ],
);
const placeOf = (branch: Branch | null) => BRANCHES.findIndex((each) => each.branch === branch);
const categoryId = (index: number) => idOf("ireport category", index);
const departmentId = (name: Department | undefined) =>
  name
    ? idOf(
        "ireport department",
        DEPARTMENTS.findIndex((each) => each.name === name),
      )
    : null;

/** A quarter of the time until it is looked at, a third until work begins, half of it for the work: no state may use it up. */
const targetsOf = ({ hours }: Branch): Targets => ({
  targetHours: hours,
  submittedHours: Math.max(4, Math.round(hours / 4)),
  acknowledgedHours: Math.round(hours / 3),
  inProgressHours: Math.round(hours / 2),
});

/** A category as reports need it. */
export function categoryNamed(name: CategoryName) {
  const index = BRANCHES.findIndex(({ branch }) => branch.name === name);
  const { branch, parent } = only(BRANCHES[index]);
  const department = branch.department ?? parent?.department;
  return {
    id: categoryId(index),
    name,
    targets: targetsOf(branch),
    hidden: Boolean(branch.private ?? parent?.private),
    lead: (department && DEPARTMENTS.find((each) => each.name === department)?.lead) ?? null,
  };
}
export type Category = ReturnType<typeof categoryNamed>;

/** Departments and the tree of categories. */
export async function loadCategories(tx: Transaction, clock: Clock): Promise<void> {
  const createdAt = clock.ago(300 * DAY);
  await tx.insert(ireportDepartments).values(
    DEPARTMENTS.map(({ name, lead }) => ({
      id: only(departmentId(name) ?? undefined),
      name,
      leadId: lead && adminId(lead),
      createdAt,
    })),
  );
  const rows = BRANCHES.map(({ branch, parent, position }, index) => ({
    id: categoryId(index),
    name: branch.name,
    parentId: parent && categoryId(placeOf(parent)),
    departmentId: departmentId(branch.department),
    ...targetsOf(branch),
    icon: branch.icon,
    active: !branch.inactive,
    private: Boolean(branch.private),
    position,
    createdAt,
  }));
  // A category must be there before what is below it.
  await tx.insert(ireportCategories).values(rows.filter(({ parentId }) => parentId === null));
  await tx.insert(ireportCategories).values(rows.filter(({ parentId }) => parentId !== null));
}

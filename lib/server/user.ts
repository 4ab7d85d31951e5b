import "server-only";
import { api } from "./api/spine";
import { makeExport } from "./exports/link";
import { createGroup, deleteGroup, updateGroup } from "./user/change-group";
import { addToGroup } from "./user/change-members";
import { close, lift, reactivate, resetSessions, restrict, suspend } from "./user/change-user";
import { checkMembers } from "./user/check-members";
import { resolveGroup } from "./user/group-rule";
import { listUsers } from "./user/list";
import { listDevices } from "./user/list-devices";
import { userStatement } from "./user/list-statement";
import { addNote, listNotes } from "./user/notes";
import { groupChoices, groupSingle, listGroups, previewRule } from "./user/read-groups";
import { userActivity, userKyc, userSingle } from "./user/single";
import { userStats } from "./user/stats";

export const user = {
  stats: api.user.stats.handler(({ context: { db } }) => userStats(db)),
  list: api.user.list.handler(({ input, context: { db } }) => listUsers(db, input)),
  export: api.user.export.handler(async ({ input, context }) =>
    makeExport(context, "users", await resolveGroup(context.db, input)),
  ),
  single: api.user.single.handler(({ input, context: { db, admin } }) => userSingle(db, input.userId, admin.rights)),
  statement: api.user.statement.handler(({ input, context: { db, admin } }) => userStatement(db, input, admin.rights)),
  kyc: api.user.kyc.handler(async ({ input, context: { db } }) => ({ items: await userKyc(db, input.userId) })),
  activity: api.user.activity.handler(async ({ input, context: { db } }) => ({
    items: await userActivity(db, input.userId),
  })),
  devices: api.user.devices.handler(async ({ input, context: { db } }) => ({
    items: await listDevices(db, input.userId),
  })),
  notes: api.user.notes.handler(async ({ input, context: { db } }) => ({ items: await listNotes(db, input.userId) })),
  addNote: api.user.addNote.handler(({ input, context }) => addNote(context, input)),
  restrict: api.user.restrict.handler(({ input, context }) => restrict(context, input)),
  lift: api.user.lift.handler(({ input, context }) => lift(context, input)),
  suspend: api.user.suspend.handler(({ input, context }) => suspend(context, input)),
  reactivate: api.user.reactivate.handler(({ input, context }) => reactivate(context, input)),
  close: api.user.close.handler(({ input, context }) => close(context, input)),
  resetSessions: api.user.resetSessions.handler(({ input, context }) => resetSessions(context, input)),
  groups: api.user.groups.handler(({ input, context: { db } }) => listGroups(db, input)),
  groupChoices: api.user.groupChoices.handler(async ({ context: { db } }) => ({ items: await groupChoices(db) })),
  group: api.user.group.handler(({ input, context: { db } }) => groupSingle(db, input.groupId)),
  previewRule: api.user.previewRule.handler(({ input, context: { db } }) => previewRule(db, input)),
  checkNewMembers: api.user.checkNewMembers.handler(({ input, context }) => checkMembers(context, input)),
  checkMembers: api.user.checkMembers.handler(({ input, context }) => checkMembers(context, input)),
  createGroup: api.user.createGroup.handler(({ input, context }) => createGroup(context, input)),
  addMembers: api.user.addMembers.handler(({ input, context }) => addToGroup(context, input)),
  updateGroup: api.user.updateGroup.handler(({ input, context }) => updateGroup(context, input)),
  deleteGroup: api.user.deleteGroup.handler(({ input, context }) => deleteGroup(context, input)),
};

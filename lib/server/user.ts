import "server-only";
import { api } from "./api/pipeline";
import { requestCorrection } from "./citizen-data/correct";
import { downloadDataCopy } from "./citizen-data/download-copy";
import { requestErasure } from "./citizen-data/erase";
import { placeErasureHold, releaseErasureHold } from "./citizen-data/hold";
import { readDataRequests } from "./citizen-data/read-requests";
import { requestDataCopy } from "./citizen-data/request-copy";
import { changeRetentionPeriod, countOldData, readRetention } from "./citizen-data/retention/periods";
import { requestOldDataRemoval } from "./citizen-data/retention/request-removal";
import { createExportLink } from "./exports/link";
import { toUnpagedList } from "./lists/list";
import { createGroup, deleteGroup, updateGroup } from "./user/change-group";
import { addToGroup } from "./user/change-members";
import {
  closeUser,
  liftRestriction,
  reactivateUser,
  resetSessions,
  restrictUser,
  suspendUser,
} from "./user/change-user";
import { findUsersOfRows } from "./user/check-members";
import { closeAccount } from "./user/close-account";
import { createUser } from "./user/create-user";
import { addRuleOfFilteredGroup } from "./user/group-rule";
import { listUsers } from "./user/list";
import { listDevices } from "./user/list-devices";
import { userStatement } from "./user/list-statement";
import { addNote, adminsWhoMayReadUsers, listNotes } from "./user/notes";
import { openAccount } from "./user/open-account";
import { findOwnAccount, readOwnAccount } from "./user/own-account";
import { ownStatement, ownWallet } from "./user/own-wallet";
import { groupChoices, listGroups, previewGroupRule, readUserGroupDetails } from "./user/read-groups";
import { readUserDetails, userActivity, userKyc } from "./user/single";
import { readUserStats } from "./user/stats";
import { updateAccount } from "./user/update-account";

const { user: calls } = api;

/** Handlers of the `user.*` calls. */
export const userHandlers = {
  stats: calls.stats.handler(({ context: { db } }) => readUserStats(db)),
  list: calls.list.handler(({ input, context: { db } }) => listUsers(db, input)),
  create: calls.create.handler(({ input, context }) => createUser(context, input)),
  export: calls.export.handler(async ({ input, context }) =>
    createExportLink(context, "users", await addRuleOfFilteredGroup(context.db, input)),
  ),
  single: calls.single.handler(({ input, context: { db, admin } }) => readUserDetails(db, input.userId, admin.rights)),
  statement: calls.statement.handler(({ input, context: { db, admin } }) => userStatement(db, input, admin.rights)),
  kyc: calls.kyc.handler(({ input, context: { db } }) => toUnpagedList(userKyc(db, input.userId))),
  activity: calls.activity.handler(({ input, context: { db } }) => toUnpagedList(userActivity(db, input.userId))),
  devices: calls.devices.handler(({ input, context: { db } }) => toUnpagedList(listDevices(db, input.userId))),
  notes: calls.notes.handler(({ input, context: { db } }) => toUnpagedList(listNotes(db, input.userId))),
  addNote: calls.addNote.handler(({ input, context }) => addNote(context, input)),
  noteReaders: calls.noteReaders.handler(({ context: { db } }) => toUnpagedList(adminsWhoMayReadUsers(db))),
  restrict: calls.restrict.handler(({ input, context }) => restrictUser(context, input)),
  lift: calls.lift.handler(({ input, context }) => liftRestriction(context, input)),
  suspend: calls.suspend.handler(({ input, context }) => suspendUser(context, input)),
  reactivate: calls.reactivate.handler(({ input, context }) => reactivateUser(context, input)),
  close: calls.close.handler(({ input, context }) => closeUser(context, input)),
  resetSessions: calls.resetSessions.handler(({ input, context }) => resetSessions(context, input)),
  dataRequests: calls.dataRequests.handler(({ input, context: { db } }) => readDataRequests(db, input.userId)),
  correct: calls.correct.handler(({ input, context }) => requestCorrection(context, input)),
  exportData: calls.exportData.handler(({ input, context }) => requestDataCopy(context, input)),
  downloadData: calls.downloadData.handler(({ input, context }) => downloadDataCopy(context, input.userId)),
  placeHold: calls.placeHold.handler(({ input, context }) => placeErasureHold(context, input)),
  releaseHold: calls.releaseHold.handler(({ input, context }) => releaseErasureHold(context, input)),
  eraseData: calls.eraseData.handler(({ input, context }) => requestErasure(context, input)),
  retention: calls.retention.handler(({ context: { db } }) => readRetention(db)),
  retentionDryRun: calls.retentionDryRun.handler(({ context: { db } }) => countOldData(db)),
  changeRetention: calls.changeRetention.handler(({ input, context }) => changeRetentionPeriod(context, input)),
  runRetention: calls.runRetention.handler(({ input, context }) => requestOldDataRemoval(context, input)),
  groups: calls.groups.handler(({ input, context: { db } }) => listGroups(db, input)),
  groupChoices: calls.groupChoices.handler(({ context: { db } }) => toUnpagedList(groupChoices(db))),
  group: calls.group.handler(({ input, context: { db } }) => readUserGroupDetails(db, input.groupId)),
  previewRule: calls.previewRule.handler(({ input, context: { db } }) => previewGroupRule(db, input)),
  checkNewMembers: calls.checkNewMembers.handler(({ input, context }) => findUsersOfRows(context, input)),
  checkMembers: calls.checkMembers.handler(({ input, context }) => findUsersOfRows(context, input)),
  createGroup: calls.createGroup.handler(({ input, context }) => createGroup(context, input)),
  addMembers: calls.addMembers.handler(({ input, context }) => addToGroup(context, input)),
  updateGroup: calls.updateGroup.handler(({ input, context }) => updateGroup(context, input)),
  deleteGroup: calls.deleteGroup.handler(({ input, context }) => deleteGroup(context, input)),
  openFromApp: calls.openFromApp.handler(({ input, context }) => openAccount(context, input)),
  findForApp: calls.findForApp.handler(({ input, context }) => findOwnAccount(context, input)),
  singleForApp: calls.singleForApp.handler(({ input, context }) => readOwnAccount(context, input.userId)),
  updateFromApp: calls.updateFromApp.handler(({ input, context }) => updateAccount(context, input)),
  walletForApp: calls.walletForApp.handler(({ input, context }) => ownWallet(context, input.userId)),
  statementForApp: calls.statementForApp.handler(({ input, context }) => ownStatement(context, input)),
  closeFromApp: calls.closeFromApp.handler(({ input, context }) => closeAccount(context, input)),
};

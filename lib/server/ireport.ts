import "server-only";
import { toUnpagedList } from "@/lib/server/lists/list";
import { api, apiWithDerivedResponseField } from "./api/pipeline";
import { createExportLink } from "./exports/link";
import { addIreportNote, listMentionableAdmins } from "./ireport/add-note";
import { answerOfficer } from "./ireport/answer-officer";
import { deleteIreportCategory, saveIreportCategoryOrder } from "./ireport/arrange-categories";
import { askCitizen } from "./ireport/ask-citizen";
import { assignIreports, readPossibleOwners } from "./ireport/assign";
import { createIreportCategory, updateIreportCategory } from "./ireport/change-category";
import { changeStates } from "./ireport/change-many-states";
import { changeIreportState } from "./ireport/change-state";
import { claimIreport, releaseIreport } from "./ireport/claim";
import { createDepartment, deleteDepartment, listDepartments, updateDepartment } from "./ireport/departments";
import { fileIreport } from "./ireport/file-report";
import { findReportCode } from "./ireport/find-report-code";
import { findSimilarIreports } from "./ireport/find-similar";
import { listReportsOfUser, readReportForReporter } from "./ireport/follow-report";
import { informCitizen } from "./ireport/inform-citizen";
import { listIreports } from "./ireport/list";
import { listIreportCategories } from "./ireport/list-categories";
import { markDuplicate } from "./ireport/mark-duplicate";
import { claimNextIreport } from "./ireport/next";
import { listCategoriesAcceptingReports, listPublicReportCategories } from "./ireport/open-categories";
import { changeIreportPriority } from "./ireport/prioritise";
import { readIreportChanges } from "./ireport/pulse";
import { rateResolution } from "./ireport/rate-resolution";
import { changeCategoryOfIreport } from "./ireport/recategorise";
import { rejectIreport } from "./ireport/reject";
import { reopenIreport } from "./ireport/reopen";
import { reopenAsCitizen } from "./ireport/reopen-as-citizen";
import { resolveIreport } from "./ireport/resolve";
import { readIreportPhoto, readIreportThumbnails, thumbnailsForReportList, uploadPhoto } from "./ireport/serve-photo";
import { readIreportDetails } from "./ireport/single";
import { readIreportStats } from "./ireport/stats";
import { createReplyTemplate, deleteReplyTemplate, listReplyTemplates, updateReplyTemplate } from "./ireport/templates";

const { ireport: calls } = api;

/** Handlers of the calls that set up report categories, departments and templates. */
const setUpHandlers = {
  categories: calls.categories.handler(({ context: { db, admin } }) => toUnpagedList(listIreportCategories(db, admin))),
  createCategory: calls.createCategory.handler(({ input, context }) => createIreportCategory(context, input)),
  updateCategory: calls.updateCategory.handler(({ input, context }) => updateIreportCategory(context, input)),
  orderCategories: calls.orderCategories.handler(({ input, context }) =>
    toUnpagedList(saveIreportCategoryOrder(context, input)),
  ),
  deleteCategory: calls.deleteCategory.handler(({ input, context }) => deleteIreportCategory(context, input)),
  departments: calls.departments.handler(({ context: { db, admin } }) => toUnpagedList(listDepartments(db, admin))),
  createDepartment: calls.createDepartment.handler(({ input, context }) => createDepartment(context, input)),
  updateDepartment: calls.updateDepartment.handler(({ input, context }) => updateDepartment(context, input)),
  deleteDepartment: calls.deleteDepartment.handler(({ input, context }) => deleteDepartment(context, input)),
  templates: calls.templates.handler(({ context: { db, admin } }) => toUnpagedList(listReplyTemplates(db, admin))),
  createTemplate: calls.createTemplate.handler(({ input, context }) => createReplyTemplate(context, input)),
  updateTemplate: calls.updateTemplate.handler(({ input, context }) => updateReplyTemplate(context, input)),
  deleteTemplate: calls.deleteTemplate.handler(({ input, context }) => deleteReplyTemplate(context, input)),
};

/** Derives the code of an anonymous report from the report's id for each response, because the code is not stored. */
const apiWithReportCode = apiWithDerivedResponseField({
  field: "code",
  of: ({ id }, tx) => findReportCode(tx, String(id)),
});

/** Handlers of the `ireport.*` calls. */
export const ireportHandlers = {
  ...setUpHandlers,
  list: calls.list.handler(({ input, context: { db, admin } }) => listIreports(db, input, admin)),
  export: calls.export.handler(({ input, context }) => createExportLink(context, "ireports", input)),
  stats: calls.stats.handler(({ input, context: { db, admin } }) => readIreportStats(db, admin, input)),
  similar: calls.similar.handler(({ input, context: { db, admin } }) =>
    toUnpagedList(findSimilarIreports(db, admin, input.ireportId)),
  ),
  pulse: calls.pulse.handler(({ input, context: { db, admin } }) => readIreportChanges(db, admin, input.since)),
  assignees: calls.assignees.handler(({ context: { db } }) => toUnpagedList(readPossibleOwners(db))),
  next: calls.next.handler(({ input, context }) => claimNextIreport(context, input.skip)),
  changeStates: calls.changeStates.handler(({ input, context }) => changeStates(context, input)),
  assign: calls.assign.handler(({ input, context }) => assignIreports(context, input)),
  single: calls.single.handler(({ input, context: { db, admin } }) => readIreportDetails(db, admin, input.ireportId)),
  claim: calls.claim.handler(({ input, context }) => claimIreport(context, input.ireportId)),
  release: calls.release.handler(({ input, context }) => releaseIreport(context, input.ireportId)),
  upload: calls.upload.handler(({ context }) => uploadPhoto(context)),
  photo: calls.photo.handler(({ input, context }) => readIreportPhoto(context, input.ireportId, input.photoId)),
  thumbnails: calls.thumbnails.handler(({ input, context }) =>
    toUnpagedList(readIreportThumbnails(context, input.ireportId)),
  ),
  listThumbnails: calls.listThumbnails.handler(({ input, context }) =>
    toUnpagedList(thumbnailsForReportList(context, input.ids)),
  ),
  changeState: calls.changeState.handler(({ input, context }) => changeIreportState(context, input)),
  ask: calls.ask.handler(({ input, context }) => askCitizen(context, input)),
  resolve: calls.resolve.handler(({ input, context }) => resolveIreport(context, input)),
  reject: calls.reject.handler(({ input, context }) => rejectIreport(context, input)),
  markDuplicate: calls.markDuplicate.handler(({ input, context }) => markDuplicate(context, input)),
  reopen: calls.reopen.handler(({ input, context }) => reopenIreport(context, input)),
  prioritise: calls.prioritise.handler(({ input, context }) => changeIreportPriority(context, input)),
  recategorise: calls.recategorise.handler(({ input, context }) => changeCategoryOfIreport(context, input)),
  inform: calls.inform.handler(({ input, context }) => informCitizen(context, input)),
  note: calls.note.handler(({ input, context }) => addIreportNote(context, input)),
  noteReaders: calls.noteReaders.handler(({ input, context: { db, admin } }) =>
    listMentionableAdmins(db, admin, input.ireportId),
  ),
  publicCategories: calls.publicCategories.handler(({ context: { db } }) =>
    toUnpagedList(listPublicReportCategories(db)),
  ),
  categoriesForApp: calls.categoriesForApp.handler(({ context: { db } }) =>
    toUnpagedList(listCategoriesAcceptingReports(db)),
  ),
  file: apiWithReportCode.ireport.file.handler(({ input, context }) => fileIreport(context, input)),
  filed: calls.filed.handler(({ input, context }) => toUnpagedList(listReportsOfUser(context, input.user_id))),
  follow: calls.follow.handler(({ input, context }) => readReportForReporter(context, input)),
  answer: calls.answer.handler(({ input, context }) => answerOfficer(context, input)),
  rate: calls.rate.handler(({ input, context }) => rateResolution(context, input)),
  reopenAsCitizen: calls.reopenAsCitizen.handler(({ input, context }) => reopenAsCitizen(context, input)),
};

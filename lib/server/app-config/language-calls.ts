import "server-only";
import { api } from "@/lib/server/api/pipeline";
import { toUnpagedList } from "@/lib/server/lists/list";
import { createTextKey, deleteTextKey, updateTextKey } from "./language/change-keys";
import { createLanguage, deleteLanguage, updateLanguage } from "./language/change-languages";
import { importTexts, previewTextImport } from "./language/import-texts";
import { listLanguages, readTranslationGridRows } from "./language/list-languages";
import {
  exportTexts,
  listPublicLanguages,
  readPublicLanguageBundle,
  reportUsedTextKeys,
} from "./language/public-bundle";
import { saveText, saveTexts } from "./language/write-texts";

const { appConfig: calls } = api;

/** Handlers of the calls for the app's languages, text keys, texts and language bundles. */
export const languageHandlers = {
  languages: calls.languages.handler(({ context: { db } }) => toUnpagedList(listLanguages(db))),
  createLanguage: calls.createLanguage.handler(({ input, context }) => createLanguage(context, input)),
  updateLanguage: calls.updateLanguage.handler(({ input, context }) => updateLanguage(context, input)),
  deleteLanguage: calls.deleteLanguage.handler(({ input, context }) => deleteLanguage(context, input)),
  texts: calls.texts.handler(({ input, context: { db } }) => readTranslationGridRows(db, input)),
  createKey: calls.createKey.handler(({ input, context }) => createTextKey(context, input)),
  updateKey: calls.updateKey.handler(({ input, context }) => updateTextKey(context, input)),
  deleteKey: calls.deleteKey.handler(({ input, context }) => deleteTextKey(context, input)),
  saveText: calls.saveText.handler(({ input, context }) => saveText(context, input)),
  saveTexts: calls.saveTexts.handler(({ input, context }) => saveTexts(context, input)),
  previewImport: calls.previewImport.handler(({ input, context: { db } }) => previewTextImport(db, input)),
  importTexts: calls.importTexts.handler(({ input, context }) => importTexts(context, input)),
  exportTexts: calls.exportTexts.handler(({ input, context }) => exportTexts(context, input)),
  publicLanguages: calls.publicLanguages.handler(({ context: { db } }) => listPublicLanguages(db)),
  publicBundle: calls.publicBundle.handler(({ input, context: { db } }) => readPublicLanguageBundle(db, input.file)),
  reportKeys: calls.reportKeys.handler(({ input, context }) => reportUsedTextKeys(context, input)),
};

import "server-only";
import { contentCitizenHandlers } from "./content/citizen-calls";
import { contentEntryHandlers } from "./content/content-entry-calls";
import { editorHandlers } from "./content/editor-calls";

/** Handlers of the `content.*` calls. */
export const contentHandlers = { ...contentEntryHandlers, ...editorHandlers, ...contentCitizenHandlers };

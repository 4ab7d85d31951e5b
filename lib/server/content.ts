import "server-only";
import { citizenCalls } from "./content/citizen-calls";
import { contentEntryCalls } from "./content/content-entry-calls";
import { editorCalls } from "./content/editor-calls";

/** Handlers of the `content.*` calls. */
export const contentHandlers = { ...contentEntryCalls, ...editorCalls, ...citizenCalls };

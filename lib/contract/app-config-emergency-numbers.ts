import { z } from "zod";
import { appConfigRoutes as routes } from "./app-config.routes";
import { EMERGENCY_NUMBER_CATEGORIES, EMERGENCY_NUMBER_PATTERN } from "./app-config.values";
import { adminRef, day, endpoint, id, listOf, noInput, oneLine, requiredText, version } from "./common";
import { exportFormat, exportLink } from "./exports";
import { LGAS } from "./lgas.values";
import { formatPhoneGroups } from "./phone.values";

const emergencyNumber = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string(),
  category: z.enum(EMERGENCY_NUMBER_CATEGORIES),
  /** LGA that the number serves; null for the whole state. */
  lga: z.enum(LGAS).nullable(),
  position: z.int(),
  /** Lagos day of the last test call that was answered. */
  verified_on: day.nullable(),
  verified_by: adminRef.nullable(),
  /** True if the number was never verified, or last verified more than 180 days ago. */
  unverified: z.boolean(),
  version,
});
export type EmergencyNumber = z.infer<typeof emergencyNumber>;

const NUMBER_MESSAGE = "Enter a number such as 112 or 0803 123 4567.";
const numberFields = {
  name: oneLine(80, 2),
  number: requiredText(NUMBER_MESSAGE, formatPhoneGroups).regex(EMERGENCY_NUMBER_PATTERN, NUMBER_MESSAGE),
  category: z.enum(EMERGENCY_NUMBER_CATEGORIES, "Choose a category."),
  lga: z.enum(LGAS).nullable(),
};
export const emergencyNumberCreation = z.strictObject(numberFields);
export const emergencyNumberUpdate = z.strictObject({ numberId: id, version, ...numberFields });

const numberVersion = z.strictObject({ numberId: id, version });

/** Calls for emergency numbers, with descriptions and schemas. */
export const emergencyNumberCalls = {
  emergencyNumbers: endpoint(routes.emergencyNumbers, {
    summary: "Emergency numbers in their order",
    input: noInput,
    output: listOf(emergencyNumber),
  }),
  exportEmergencyNumbers: endpoint(routes.exportEmergencyNumbers, {
    summary: "Make a link that downloads the emergency numbers",
    done: "Exported emergency numbers",
    input: z.strictObject(exportFormat),
    output: exportLink,
  }),
  createEmergencyNumber: endpoint(routes.createEmergencyNumber, {
    summary: "Add an emergency number",
    done: "Added an emergency number",
    input: emergencyNumberCreation,
    output: emergencyNumber,
  }),
  updateEmergencyNumber: endpoint(routes.updateEmergencyNumber, {
    summary: "Change an emergency number",
    done: "Changed an emergency number",
    input: emergencyNumberUpdate,
    output: emergencyNumber,
  }),
  verifyEmergencyNumber: endpoint(routes.verifyEmergencyNumber, {
    summary: "Record that a number was called today and answered",
    done: "Verified an emergency number",
    input: numberVersion,
    output: emergencyNumber,
  }),
  orderEmergencyNumbers: endpoint(routes.orderEmergencyNumbers, {
    summary: "Change the order of the emergency numbers",
    done: "Changed the order of emergency numbers",
    /** Ids of all emergency numbers, in their new order. */
    input: z.strictObject({ ids: z.array(id).min(1).max(1_000) }),
    output: listOf(emergencyNumber),
  }),
  deleteEmergencyNumber: endpoint(routes.deleteEmergencyNumber, {
    summary: "Delete an emergency number",
    done: "Deleted an emergency number",
    input: numberVersion,
    output: z.object({ id: z.string() }),
  }),
  publicEmergencyNumbers: endpoint(routes.publicEmergencyNumbers, {
    summary: "Emergency numbers in their order",
    /** If an LGA is given, the response has the numbers of this LGA and of the whole state. */
    input: z.strictObject({ lga: z.enum(LGAS).optional() }),
    output: listOf(
      z.object({
        id: z.string(),
        name: z.string(),
        number: z.string(),
        category: z.enum(EMERGENCY_NUMBER_CATEGORIES),
        lga: z.enum(LGAS).nullable(),
        verified_on: day.nullable(),
      }),
    ),
  }),
};

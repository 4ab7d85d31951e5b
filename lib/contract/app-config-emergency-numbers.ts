import { z } from "zod";
import { appConfigRoutes as routes } from "./app-config.routes";
import { EMERGENCY_CATEGORIES, EMERGENCY_NUMBER } from "./app-config.values";
import { adminRef, day, declare, id, line, nothing, version, wholeList } from "./common";
import { exportFormat, exportLink } from "./exports";
import { LGAS } from "./kyc.values";

const emergencyNumber = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string(),
  category: z.enum(EMERGENCY_CATEGORIES),
  /** null: the whole state. */
  lga: z.enum(LGAS).nullable(),
  position: z.int(),
  /** The day in Lagos on which somebody called it and was answered. */
  verified_on: day.nullable(),
  verified_by: adminRef.nullable(),
  /** Never verified, or longer ago than 180 days. */
  unverified: z.boolean(),
  version,
});
export type EmergencyNumber = z.infer<typeof emergencyNumber>;

const fields = {
  name: line(80, 2),
  number: z.string().trim().regex(EMERGENCY_NUMBER, "Enter a number such as 112 or 0803 123 4567."),
  category: z.enum(EMERGENCY_CATEGORIES, "Choose a category."),
  lga: z.enum(LGAS).nullable(),
};
export const emergencyNumberCreation = z.strictObject(fields);
export const emergencyNumberUpdate = z.strictObject({ numberId: id, version, ...fields });

const one = z.strictObject({ numberId: id, version });

export const appConfigNumbers = {
  emergencyNumbers: declare(routes.emergencyNumbers, {
    summary: "Emergency numbers in their order",
    input: nothing,
    output: wholeList(emergencyNumber),
  }),
  exportEmergencyNumbers: declare(routes.exportEmergencyNumbers, {
    summary: "Make a link that downloads the emergency numbers",
    done: "Exported emergency numbers",
    input: z.strictObject(exportFormat),
    output: exportLink,
  }),
  createEmergencyNumber: declare(routes.createEmergencyNumber, {
    summary: "Add an emergency number",
    done: "Added an emergency number",
    input: emergencyNumberCreation,
    output: emergencyNumber,
  }),
  updateEmergencyNumber: declare(routes.updateEmergencyNumber, {
    summary: "Change an emergency number",
    done: "Changed an emergency number",
    input: emergencyNumberUpdate,
    output: emergencyNumber,
  }),
  verifyEmergencyNumber: declare(routes.verifyEmergencyNumber, {
    summary: "Note that a number was called today and answered",
    done: "Verified an emergency number",
    input: one,
    output: emergencyNumber,
  }),
  orderEmergencyNumbers: declare(routes.orderEmergencyNumbers, {
    summary: "Put the emergency numbers in order",
    done: "Changed the order of emergency numbers",
    /** All of them, in their new order. */
    input: z.strictObject({ ids: z.array(id).min(1).max(1_000) }),
    output: wholeList(emergencyNumber),
  }),
  deleteEmergencyNumber: declare(routes.deleteEmergencyNumber, {
    summary: "Delete an emergency number",
    done: "Deleted an emergency number",
    input: one,
    output: z.object({ id: z.string() }),
  }),
  publicEmergencyNumbers: declare(routes.publicEmergencyNumbers, {
    summary: "Emergency numbers in their order",
    /** With an LGA: its own and those of the whole state. */
    input: z.strictObject({ lga: z.enum(LGAS).optional() }),
    output: wholeList(
      z.object({
        id: z.string(),
        name: z.string(),
        number: z.string(),
        category: z.enum(EMERGENCY_CATEGORIES),
        lga: z.enum(LGAS).nullable(),
        verified_on: day.nullable(),
      }),
    ),
  }),
};

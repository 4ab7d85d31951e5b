import { z } from "zod";
import { appConfigRoutes as routes } from "./app-config.routes";
import { EMERGENCY_CATEGORIES, EMERGENCY_NUMBER } from "./app-config.values";
import { day, declare, id, line, nothing, personRef, version, wholeList } from "./common";
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
  verified_by: personRef.nullable(),
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
/** What a form holds: "" for the whole state. */
const form = { ...fields, lga: z.preprocess((typed) => (typed === "" ? null : typed), fields.lga) };
export const emergencyNumberForm = z.strictObject(form);
export const emergencyNumberUpdateForm = z.strictObject({ numberId: id, version, ...form });

const one = z.strictObject({ numberId: id, version });

export const appConfigNumbers = {
  emergencyNumbers: declare(routes.emergencyNumbers, { input: nothing, output: wholeList(emergencyNumber) }),
  exportEmergencyNumbers: declare(routes.exportEmergencyNumbers, {
    input: z.strictObject(exportFormat),
    output: exportLink,
  }),
  createEmergencyNumber: declare(routes.createEmergencyNumber, {
    input: emergencyNumberCreation,
    output: emergencyNumber,
  }),
  updateEmergencyNumber: declare(routes.updateEmergencyNumber, {
    input: emergencyNumberUpdate,
    output: emergencyNumber,
  }),
  verifyEmergencyNumber: declare(routes.verifyEmergencyNumber, { input: one, output: emergencyNumber }),
  orderEmergencyNumbers: declare(routes.orderEmergencyNumbers, {
    /** All of them, in their new order. */
    input: z.strictObject({ ids: z.array(id).min(1).max(1_000) }),
    output: wholeList(emergencyNumber),
  }),
  deleteEmergencyNumber: declare(routes.deleteEmergencyNumber, { input: one, output: z.object({ id: z.string() }) }),
  publicEmergencyNumbers: declare(routes.publicEmergencyNumbers, {
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

import { z } from "zod";
import { endpoint, id, listInput, longList, pageOf, referenceText, text } from "./common";
import { exportFormat, exportLink, PAGING_KEYS } from "./exports";
import { promotionRoutes as routes } from "./promotion.routes";
import { MAX_PROMOTION_CODE_LENGTH, PROMOTION_CODE_LIST, PROMOTION_CODES_MAX } from "./promotion.values";

const promotionCode = z.object({ code: z.string(), uses: z.int() });
export type PromotionCode = z.infer<typeof promotionCode>;
const codeListInput = listInput(PROMOTION_CODE_LIST).extend({ promotionId: id });

const codeResult = z.object({
  /** Row number in the file, as sent by the client. */
  row: z.int(),
  text: z.string(),
  /** Why this code was refused; null if the code was added. */
  problem: z.string().nullable(),
});
/** Result of adding one promotion code. */
export type PromotionCodeResult = z.infer<typeof codeResult>;

/** Input that generates random promotion codes. */
export const promotionCodeGeneration = z.strictObject({
  promotionId: id,
  count: z
    .int("Use a whole number.")
    .min(1, "Generate at least 1.")
    .max(PROMOTION_CODES_MAX, `Generate at most ${PROMOTION_CODES_MAX.toLocaleString("en")} at a time.`),
  /** Prefix of every code, such as `CAL-`. */
  prefix: referenceText(MAX_PROMOTION_CODE_LENGTH - 8).default(""),
});

/** Calls for a promotion's codes. Codes can be added in every state except ended and archived. */
export const promotionCodeCalls = {
  codes: endpoint(routes.codes, {
    summary: "Codes of a promotion with their number of uses",
    input: codeListInput,
    output: pageOf(promotionCode),
  }),
  exportCodes: endpoint(routes.exportCodes, {
    summary: "Make a link that downloads the codes",
    done: "Exported the codes of a promotion",
    input: codeListInput.omit(PAGING_KEYS).extend(exportFormat),
    output: exportLink,
  }),
  addCodes: endpoint(routes.addCodes, {
    summary: "Add codes, typed or from a file; a result for each",
    done: "Added codes to a promotion",
    input: z.strictObject({
      promotionId: id,
      codes: longList(
        z.strictObject({ row: z.int().min(1).max(1_000_000_000), text: text(254) }),
        PROMOTION_CODES_MAX,
        {
          tooFew: "There is no code to add.",
          tooMany: `Add at most ${PROMOTION_CODES_MAX.toLocaleString("en")} codes at a time.`,
        },
      ),
    }),
    output: z.object({ added: z.int(), items: z.array(codeResult) }),
  }),
  generateCodes: endpoint(routes.generateCodes, {
    summary: "Generate codes",
    done: "Generated codes of a promotion",
    input: promotionCodeGeneration,
    output: z.object({ added: z.int() }),
  }),
};

import "server-only";
import { drawTextLine, fitTextSize } from "./glyphs";
import { createRandom } from "./random";
import { type Drawing, drawWatermark, formatDay, toDrawing } from "./specimen";

/** Data printed on a household bill. */
export type HouseholdBill = { key: string; name: string; street: string; town: string; issuedOn: string };

const PAPER_SIZE = { width: 640, height: 880 };

/** Draws a household bill of a fictional supplier, as proof of address. */
export function drawHouseholdBill(bill: HouseholdBill): Drawing {
  const random = createRandom(`bill ${bill.key}`);
  const kind = random.pick(["Electricity", "Water", "Waste collection"]);
  const inkColour = "#26282c";
  const smallText = (text: string, x: number, y: number) =>
    drawTextLine(text, x, y, { size: fitTextSize(text, 600 - x, 13), colour: inkColour, weight: 1.4 });
  const amounts = [random.whole(18, 96) * 100, random.whole(4, 20) * 50, random.whole(2, 9) * 100];
  const formatNaira = (amount: number) => `₦${String(amount).replace(/(\d)(?=(\d{3})+$)/g, "$1,")}.00`;
  const rows = ["Use of the month", "Fixed charge", "Levy"].map((text, index) => {
    const y = 470 + index * 44;
    return `${smallText(text, 60, y)}${smallText(formatNaira(amounts[index] ?? 0), 450, y)}<path d="M60 ${y + 14}H580" stroke="#c9c9cd"/>`;
  });
  const total = formatNaira(amounts.reduce((sum, amount) => sum + amount, 0));
  return toDrawing(
    PAPER_SIZE,
    `<rect width="640" height="880" fill="#d6d2c8"/>
      <rect x="24" y="20" width="592" height="840" fill="#fdfdfb"/><rect x="24" y="20" width="592" height="110" fill="${random.pick(["#2a6f77", "#3c5a99", "#6b5b1e"])}"/>
      ${drawTextLine(`${kind} bill`, 60, 84, { size: 28, colour: "#fff", weight: 1.6 })}
      ${drawTextLine("Example supplier, fictional", 60, 112, { size: 11, colour: "#ffffffcc", weight: 1.4 })}
      ${smallText(bill.name, 60, 190)}${smallText(bill.street, 60, 222)}${smallText(bill.town, 60, 254)}
      ${smallText(`Date: ${formatDay(bill.issuedOn)}`, 60, 310)}${smallText(`Account: ${random.digits(4)} ${random.digits(4)}`, 60, 342)}
      <path d="M60 420H580" stroke="${inkColour}" stroke-width="2"/>${smallText("For", 60, 408)}${smallText("Amount", 450, 408)}${rows.join("")}
      ${drawTextLine("Total due", 60, 640, { size: 18, colour: inkColour, weight: 1.7 })}${drawTextLine(total, 420, 640, { size: fitTextSize(total, 160, 18), colour: inkColour, weight: 1.7 })}
      ${drawTextLine("This bill was drawn for a demonstration.", 60, 800, { size: 11, colour: inkColour, weight: 1.4 })}
      ${drawWatermark(PAPER_SIZE)}`,
  );
}

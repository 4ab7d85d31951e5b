import "server-only";
import { line, sizeWithin } from "./glyphs";
import { randomOf } from "./random";
import { type Drawing, drawing, printedDay, watermark } from "./specimen";

export type Bill = { key: string; name: string; street: string; town: string; issuedOn: string };

const PAPER = { width: 640, height: 880 };

/** Draws a household bill of a fictional supplier, as proof of address. */
export function proofOfAddress(bill: Bill): Drawing {
  const random = randomOf(`bill ${bill.key}`);
  const kind = random.pick(["Electricity", "Water", "Waste collection"]);
  const ink = "#26282c";
  const small = (text: string, x: number, y: number) =>
    line(text, x, y, { size: sizeWithin(text, 600 - x, 13), colour: ink, weight: 1.4 });
  const amounts = [random.whole(18, 96) * 100, random.whole(4, 20) * 50, random.whole(2, 9) * 100];
  const naira = (amount: number) => `₦${String(amount).replace(/(\d)(?=(\d{3})+$)/g, "$1,")}.00`;
  const rows = ["Use of the month", "Fixed charge", "Levy"].map((text, index) => {
    const y = 470 + index * 44;
    return `${small(text, 60, y)}${small(naira(amounts[index] ?? 0), 450, y)}<path d="M60 ${y + 14}H580" stroke="#c9c9cd"/>`;
  });
  const total = naira(amounts.reduce((sum, amount) => sum + amount, 0));
  return drawing(
    PAPER,
    `<rect width="640" height="880" fill="#d6d2c8"/>
      <rect x="24" y="20" width="592" height="840" fill="#fdfdfb"/><rect x="24" y="20" width="592" height="110" fill="${random.pick(["#2a6f77", "#3c5a99", "#6b5b1e"])}"/>
      ${line(`${kind} bill`, 60, 84, { size: 28, colour: "#fff", weight: 1.6 })}
      ${line("Example supplier, fictional", 60, 112, { size: 11, colour: "#ffffffcc", weight: 1.4 })}
      ${small(bill.name, 60, 190)}${small(bill.street, 60, 222)}${small(bill.town, 60, 254)}
      ${small(`Date: ${printedDay(bill.issuedOn)}`, 60, 310)}${small(`Account: ${random.digits(4)} ${random.digits(4)}`, 60, 342)}
      <path d="M60 420H580" stroke="${ink}" stroke-width="2"/>${small("For", 60, 408)}${small("Amount", 450, 408)}${rows.join("")}
      ${line("Total due", 60, 640, { size: 18, colour: ink, weight: 1.7 })}${line(total, 420, 640, { size: sizeWithin(total, 160, 18), colour: ink, weight: 1.7 })}
      ${line("This bill was drawn for a demonstration.", 60, 800, { size: 11, colour: ink, weight: 1.4 })}
      ${watermark(PAPER)}`,
  );
}

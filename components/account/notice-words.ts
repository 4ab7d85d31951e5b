/** Returns the hour of the daily mail in words: "At 07:00", or "Off". */
export const digestWords = (hour: number | null) => (hour === null ? "Off" : `At ${hourText(hour)}`);

export const hourText = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

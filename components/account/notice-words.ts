/** Describes when the daily mail is sent: "At 07:00", or "Off". @param hour Lagos hour, or null */
export const digestWords = (hour: number | null) => (hour === null ? "Off" : `At ${hourText(hour)}`);

export const hourText = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

/** The date (UTC) of a canonical moment. */
export declare const dateOf: (moment: string) => string;
/** The dates (UTC) of so many days up to now, oldest first. */
export declare const lastDates: (now: number, days: number) => string[];

/** A piece of HTML whose text is escaped. Only `html` makes one of text. */
export type Markup = {
    readonly markup: string;
};
type Part = Markup | string | number | readonly Part[];
/** Writes HTML: what is inserted is escaped, unless it is markup itself. */
export declare const html: (texts: TemplateStringsArray, ...parts: readonly Part[]) => Markup;
/** Text that is our own and HTML already, such as a script. */
export declare const trusted: (markup: string) => Markup;
export {};

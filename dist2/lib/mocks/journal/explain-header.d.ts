/** The name of the header that says why a call was refused. */
export declare const explainName = "x-understudy-explain";
/** An explanation as a header: ASCII, other characters percent-encoded, cut at a bound. */
export declare function explainHeader(explanation: string): Readonly<Record<string, string>>;

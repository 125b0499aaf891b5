/** The ways in which a secret may be written in what a target answers, itself among them. */
export declare function formsOf(secret: string): readonly string[];

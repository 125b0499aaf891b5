/**
 * Why an address looks like production, in a clause such as `its name says "live"`; undefined for
 * what is surely no production: this machine, private networks, and names with a word such as
 * `staging`. A public name that says nothing of the kind counts as production.
 */
export declare function productionSign(baseUrl: string): string | undefined;

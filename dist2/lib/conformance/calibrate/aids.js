import { Skipped } from '../outcomes.js';
/** What an observer throws that lacks something which a flag could give. */
export class Needed extends Skipped {
    name = 'Needed';
}
/** An aid or a credential that an observer cannot do without. Throws `Needed` with its flag. */
export function needed(aid, flag) {
    if (aid === undefined)
        throw new Needed(`needs ${flag}`);
    return aid;
}

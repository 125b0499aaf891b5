import { allMutants } from './mutants.js';
/** The id of a wrong server on which a check fails for sure, if there is one. */
export const mutantAgainst = (check) => allMutants.find(({ breaks }) => breaks === check)?.id;
/** The command that serves it, to see the failure without the target that had it. */
export function onPurpose(check) {
    const mutant = mutantAgainst(check);
    return mutant && `npx understudy serve --mutant ${mutant}`;
}

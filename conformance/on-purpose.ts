import { allMutants } from './mutants.ts'

/** The id of a wrong server on which a check fails for sure, if there is one. */
export const mutantAgainst = (check: string): string | undefined =>
  allMutants.find(({ breaks }) => breaks === check)?.id

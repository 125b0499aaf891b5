/** The names of the fixtures in the package. */
export const fixtureNames = ['demo', 'empty', 'crowded'] as const

/** The names of the profiles in the package, except `documented`. */
export const profileNames = ['deployed-0.8'] as const

/** The profile names that `--profile` accepts. */
export const knownProfiles: readonly string[] = ['documented', ...profileNames]

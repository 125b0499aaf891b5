const mostShown = 10;
/** Some cuts left a client with another turn: each is named, with what was expected and what came. */
export class SweepError extends Error {
    name = 'SweepError';
    failures;
    /** The seed with which all of it happens again. */
    seed;
    constructor(failures, about) {
        const { cuts, q, seed } = about;
        const shown = failures.slice(0, mostShown).map(({ cut, problem }) => `- ${cut}: ${problem}`);
        const more = failures.length - shown.length;
        super([
            `${failures.length} of ${cuts} cuts of the turn “${q}” showed (seed \`${seed}\`):`,
            ...shown,
            ...(more > 0 ? [`- and ${more} more in \`failures\``] : []),
        ].join('\n'));
        this.failures = failures;
        this.seed = seed;
    }
}

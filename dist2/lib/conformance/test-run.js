import { BaselineError, readBaseline } from './baseline.js';
import { allChecks } from './checks.js';
import { openLedger } from './ledger-file.js';
import { productionSign } from './production.js';
import { exitCode } from './report.js';
import { runConformance } from './runner.js';
import { compareToBaseline, excused, exitCodeAgainst } from './standing.js';
import { systemTime } from './time.js';
/**
 * Throws, before anything is sent, for a target that is no address or looks like production, and
 * for a baseline that can't be used.
 */
export function refuseMisuse(options) {
    const { target, plan, baseline = [], checks = allChecks, knowsProduction = false } = options;
    const { protocol, host } = URL.parse(target.baseUrl) ?? {};
    if (!/^https?:$/.test(protocol ?? '')) {
        throw new TypeError(`target.baseUrl is an http or https address, not ${target.baseUrl}.`);
    }
    const sign = plan === 'smoke' || knowsProduction ? undefined : productionSign(target.baseUrl);
    if (sign !== undefined) {
        const cure = 'take plan smoke, or set knowsProduction';
        throw new Error(`${host} may be production (${sign}) and plan ${plan} writes: ${cure}.`);
    }
    try {
        readBaseline(baseline, checks.map(({ id }) => id));
    }
    catch (error) {
        if (!(error instanceof BaselineError))
            throw error;
        throw new TypeError(`baseline.${error.path.join('.')}: ${error.message}.`, { cause: error });
    }
}
/** Judges the target, within its time and with its ledger, and settles what came by the baseline. */
export async function runForTests(options) {
    const { ledger: to, duration = defaultDuration, stop, ...given } = options;
    const file = typeof to === 'string' ? openLedger(given.target.baseUrl, to) : undefined;
    const isOver = AbortSignal.timeout(duration);
    const report = await runConformance({
        ...given,
        ledger: typeof to === 'string' ? file : to,
        stop: stop ? AbortSignal.any([stop, isOver]) : isOver,
    });
    file?.close();
    return settled(report, options);
}
/** How long a run may take unless told otherwise, in milliseconds. */
export const defaultDuration = 600_000;
function settled(report, options) {
    const { baseline, strict, today = systemTime.today() } = options;
    if (baseline === undefined) {
        return { results: byId(report), code: exitCode(report, strict), outdated: [] };
    }
    const standing = compareToBaseline(report, baseline, today, strict);
    return {
        results: byId(excused(report, standing.known)),
        code: exitCodeAgainst(report, standing, strict),
        outdated: outdatedIn(standing),
    };
}
const byId = ({ results }) => new Map(results.map((result) => [result.id, result]));
const outdatedIn = ({ expired, stale }) => [
    ...expired.map(({ check, owner, expires }) => `${check} was let pass until ${expires} (${owner})`),
    ...stale.map(({ check }) => `${check} passes now: take its entry out`),
];

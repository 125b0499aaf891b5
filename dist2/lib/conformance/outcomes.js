/** A promise that the target broke. The level of the check decides if it fails, warns or is noted. */
export class Finding extends Error {
    name = 'Finding';
    expected;
    got;
    exchange;
    constructor(expected, got, exchange) {
        super(`expected ${expected}, got ${got}`);
        this.expected = expected;
        this.got = got;
        this.exchange = exchange;
    }
}
/** Several instances of one rule that broke it, all of them reported. */
export class Findings extends Error {
    name = 'Findings';
    all;
    constructor(all) {
        super(all.map((finding) => finding.message).join('; '));
        this.all = all;
    }
}
/** The check ran but its answer proves nothing, mostly because its positive control failed. */
export class Inconclusive extends Error {
    name = 'Inconclusive';
}
/** The check does not apply to this target. */
export class Skipped extends Error {
    name = 'Skipped';
}
/** It would have started a turn more than the run may. */
export class OverBudget extends Skipped {
    name = 'OverBudget';
}
/** Something outside the judged rule was in the way: a limit, maintenance, a second factor. */
export class Blocked extends Error {
    name = 'Blocked';
}
/** The target was too busy, or a gateway answered in its place: named by operation and status. */
export class Obstructed extends Blocked {
    name = 'Obstructed';
}
/** No answer came at all: refused, unresolved, or out of time. */
export class Unreachable extends Blocked {
    name = 'Unreachable';
}
/** The run was told to stop before this request. */
export class Stopped extends Blocked {
    name = 'Stopped';
}
/** A shared set-up failed; `cause` is what it threw. */
export class SetUpFailed extends Blocked {
    name = 'SetUpFailed';
}

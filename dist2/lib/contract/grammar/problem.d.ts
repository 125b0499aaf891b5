/** The rules of scripts that a schema can't see, and what each of them asks for. */
export declare const scenarioRules: {
    readonly 'regular-expression': 'A regular expression compiles.';
    readonly 'slow-expression': 'A regular expression does not repeat what repeats already.';
    readonly 'end-by-itself': 'What ends a stream is never written.';
    readonly 'done-once': 'A script sends `done` once, and tells nothing behind it.';
    readonly 'cursor-by-itself': 'The cursor is never set by hand.';
    readonly event: 'An event that is sent is one of the contract, with its payload.';
    readonly 'plan-on-dag': 'A plan plays on dag alone.';
    readonly 'approval-on-react': 'An approval plays on react alone.';
    readonly 'plan-steps': 'Each step of a plan has an id of its own, and waits for steps above it.';
};
/** What is wrong with a scenario at one place, and what would be right. */
export type ScenarioProblem = {
    readonly path: readonly PropertyKey[];
    readonly part: 'key' | 'value';
    readonly rule: keyof typeof scenarioRules;
    readonly says: string;
};

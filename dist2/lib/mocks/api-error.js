/** The one error that stages and routes throw; `wire` decides its status, code and body. */
export class ApiError extends Error {
    name = 'ApiError';
    condition;
    /** The kind of resource that is missing, where one is. */
    resource;
    /** Headers that the answer carries besides. */
    headers;
    constructor(condition, message, details = {}) {
        super(message, { cause: details.cause });
        this.condition = condition;
        this.resource = details.resource;
        this.headers = details.headers ?? {};
    }
}
/** Input that fails validation: every problem of body, query and path at once. */
export class InvalidInput extends Error {
    name = 'InvalidInput';
    problems;
    constructor(problems) {
        super(problems.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; '));
        this.problems = problems;
    }
}

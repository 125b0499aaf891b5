/** A world that can't be made or used as asked: says what is wrong, and what would be right. */
export class WorldError extends Error {
    name = 'WorldError';
    problem;
    constructor(problem, message) {
        super(message);
        this.problem = problem;
    }
}

/** A world that can't be made or used as asked: says what is wrong, and what would be right. */
export declare class WorldError extends Error {
    readonly name = "WorldError";
    readonly problem: 'name' | 'taken' | 'missing' | 'full' | 'unkept';
    constructor(problem: WorldError['problem'], message: string);
}

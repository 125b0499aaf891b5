import type * as z from 'zod/mini';
/** What an operation takes beside its path: the schemas of its query and of its body. */
export type Input = {
    readonly query?: z.ZodMiniType;
    readonly body?: z.ZodMiniType;
};
/** The inputs of operations, by their ids; an operation that takes nothing has no row. */
export type Inputs = Readonly<Record<string, Input>>;

import type { RequestContext } from './request-context.ts'

/** Answers a call that passed every stage: with a record, a page, nothing or a stream. */
export type Route = (visit: RequestContext) => unknown

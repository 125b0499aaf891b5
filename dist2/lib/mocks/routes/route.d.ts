import type { Visit } from '../pipeline/visit.ts';
/** Answers a call that passed every stage: with a record, a page, nothing or a stream. */
export type Route = (visit: Visit) => unknown;

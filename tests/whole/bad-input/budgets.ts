import { suiteLimits } from '../../../conformance/session/limits.ts'
import { ownLimits } from '../../../contract/limits.ts'

/** The bounded cost of one operation, as a row of docs/security.md. */
export type Budget = {
  readonly operation: string
  readonly input: string
  readonly work: string
  readonly output: string
  readonly stored: string
}

const number = (value: number) => value.toLocaleString('en-GB')
const kib = (bytes: number) =>
  bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`

const {
  bodyBytes,
  largeBodyBytes,
  documentBytes,
  controlBytes,
  snapshotBytes,
  listItems,
  problems,
  echoedInput,
  visitor,
} = ownLimits

/** The budgets of all operations, as docs/security.md lists them. */
export const budgets: readonly Budget[] = [
  {
    operation: 'Any call of the platform API',
    input: `${kib(bodyBytes)}, 500 levels and 25,000 values of JSON, ${number(listItems)} items per list or map`,
    work: 'sizes are checked before items; every regular expression runs in linear time',
    output: `an error lists at most ${problems} problems, and repeats values of up to ${number(echoedInput)} characters`,
    stored: 'nothing if it is refused',
  },
  {
    operation: 'Lists',
    input: '100 records per page, 200 characters of a search text',
    work: 'one page; a search reads the records of the caller once',
    output: `100 records; ${kib(ownLimits.waitingBytes)} are buffered for clients that do not read`,
    stored: 'nothing',
  },
  {
    operation: 'Chat turn, injected text',
    input: kib(bodyBytes),
    work: `placeholders insert ${kib(ownLimits.placesOfText)} into a text of a script, and ${kib(ownLimits.placesOfTurn)} into a turn; patterns of scripts run on a linear-time engine`,
    output: 'events as they are read; 256 KiB are buffered',
    stored: 'its messages and its transcript',
  },
  {
    operation: '`documents/create`',
    input: `${kib(documentBytes)}; ${number(ownLimits.documentCharacters.max)} characters`,
    work: `${number(ownLimits.documentChunks)} chunks; each starts at least half a chunk after the one before`,
    output: 'the document',
    stored: 'at most twice its text',
  },
  {
    operation: '`retrieve`, and search in a turn',
    input: `${kib(largeBodyBytes)}, of which 2,000 characters and 32 words are searched`,
    work: `${number(ownLimits.indexChunks)} chunks, ${number(ownLimits.indexWords)} different words and ${number(ownLimits.indexPlaces)} occurrences per knowledge base; the rest is not found; the first 8 words of a query with 16 related words each, and the best 200 passages of each base`,
    output: `${ownLimits.retrieveTop.max} passages`,
    stored: `an index, counted as memory of the world; all indexes ${kib(ownLimits.indexesBytes)}, or a single one`,
  },
  {
    operation: 'Saving or validating a workflow',
    input: `${kib(largeBodyBytes)}; ${kib(ownLimits.blueprintCharacters)} of blueprint, ${ownLimits.workflowNodes} nodes, ${number(ownLimits.workflowEdges)} edges`,
    work: 'each node and each edge once',
    output: 'the workflow, or its errors',
    stored: 'the blueprint',
  },
  {
    operation: 'Running a workflow, also with `dry_run`',
    input: `${kib(ownLimits.runInputs)} of inputs, as JSON`,
    work: `the size of a template's output is computed first, and refused above ${kib(ownLimits.nodeOutput)}; all nodes together read and write ${kib(ownLimits.runOutputs)}`,
    output: 'an event for each start and end of a node',
    stored: `the run, ${kib(ownLimits.runOutputs * 2)} at most`,
  },
  {
    operation: 'Batch runs',
    input: `${kib(largeBodyBytes)}; 100 sets of inputs`,
    work: `all runs together read and write ${kib(ownLimits.batchOutputs)}`,
    output: 'a result for each',
    stored: 'the runs',
  },
  {
    operation: 'Control API: records',
    input: `${kib(controlBytes)}, deleted records ${kib(snapshotBytes)}; for a visitor ${kib(visitor.bodyBytes)}`,
    work: 'the limits of the platform API apply; a filter reads the records of a kind once',
    output: '1,000 records per page; an error of up to 8,000 characters',
    stored: 'the record',
  },
  {
    operation: 'Control API: snapshot, data of a new world',
    input: `${kib(snapshotBytes)}; for a visitor ${kib(visitor.snapshotBytes)} of a snapshot`,
    work: 'reads up to the first invalid item; the limits of records apply',
    output: 'the whole world',
    stored: 'the whole world, counted as its memory',
  },
  {
    operation: 'Control API: faults',
    input: `${number(ownLimits.faults)} faults, counted by the operations, callers and call numbers they list; ${ownLimits.faultItems} items in a list, ${ownLimits.endpointPattern} characters of a pattern, ${number(ownLimits.faultText)} of a text`,
    work: 'each request is compared once with each fault',
    output: 'their ids',
    stored: 'the faults',
  },
  {
    operation: 'Control API: clock, director, speed',
    input: `factors from ${ownLimits.speed.min} to ${number(ownLimits.speed.max)}; ${number(ownLimits.directed)} characters of text for a turn`,
    work: 'everything that becomes due; all times are limited to the years 1000 to 9000',
    output: 'the new state',
    stored: 'the new state',
  },
  {
    operation: 'Control API: choices, profiles, preview',
    input: `${kib(controlBytes)}; 20,000 characters of a file to preview, which counts as ten requests of a visitor`,
    work: 'reads up to the first invalid pick; YAML in linear time',
    output: 'the table of choices, or an error',
    stored: 'the picks',
  },
  {
    operation: 'Suggestions, as in “did you mean”',
    input: 'names of up to 200 characters',
    work: '1,000 candidates per name, 20 invalid items of a document',
    output: 'one name for each',
    stored: 'nothing',
  },
  {
    operation: 'Journal, explanations, `--verbose`',
    input: `filters of ${ownLimits.endpointPattern} characters; ${ownLimits.journalReaders} streams that follow it`,
    work: 'secrets are masked in one pass over the stored part of a request',
    output: 'the stored part, escaped',
    stored: `${number(ownLimits.journalEntries)} requests, ${number(ownLimits.journalCharacters)} characters, ${kib(ownLimits.journalBody)} of each body`,
  },
  {
    operation: 'Patterns of scripts',
    input: '500 characters, 300 with expanded repetitions, 20 patterns per script',
    work: 'linear in the pattern and in the first 4,000 characters of a query; a pattern that needs more is refused with the reason',
    output: 'nothing',
    stored: 'the script',
  },
  {
    operation: 'Text of clients and targets on a screen, in a log, in a report',
    input: 'any',
    work: 'one pass',
    output:
      '4,000 characters per line, with six for each invisible character; 100 lines of a stack trace; 600 characters of a body in a report',
    stored: 'nothing',
  },
  {
    operation: '`conform`, `calibrate`, `compare`: a response of the target',
    input: `${kib(suiteLimits.responseBytes)}, ${number(suiteLimits.values)} values of JSON, ${suiteLimits.depth} levels`,
    work: '`--timeout`, including the body; one pass',
    output: 'truncated, and the check is blocked with this cause',
    stored: 'nothing of a truncated response',
  },
  {
    operation: 'The same: a stream of the target',
    input: `${kib(suiteLimits.streamBytes)}, ${number(suiteLimits.streamEvents)} events`,
    work: 'the same',
    output: 'the same',
    stored: 'the same',
  },
  {
    operation: 'The same: a whole run',
    input: `${suiteLimits.cutResponses} truncated responses; ${kib(suiteLimits.keptBytes)} of stored responses`,
    work: '`--max-time`, by default 10 minutes; then a minute to clean up',
    output: 'always a report; checks without a verdict are blocked or skipped with the cause',
    stored: 'less than 500 MB of memory',
  },
]

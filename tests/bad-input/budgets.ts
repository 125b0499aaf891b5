import { suiteLimits } from '../../conformance/session/limits.ts'
import { ownLimits } from '../../contract/limits.ts'

/** What one operation may cost: what it takes, what it does, what it answers, and what it leaves. */
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
    input: `${kib(bodyBytes)}, 500 levels and 25,000 values of JSON, ${number(listItems)} items in a list or a map of the body`,
    work: 'sizes are checked before items are; each regular expression takes time in proportion to its text',
    output: `a refusal has at most ${problems} problems, and repeats values of up to ${number(echoedInput)} characters`,
    stored: 'nothing where it is refused',
  },
  {
    operation: 'Lists',
    input: '100 records of a page, 200 characters of a search',
    work: 'one page; a search looks once through what the caller owns',
    output: `100 records; ${kib(ownLimits.waitingBytes)} of answers wait for clients that take none`,
    stored: 'nothing',
  },
  {
    operation: 'Chat turn, injected text',
    input: kib(bodyBytes),
    work: `placeholders put ${kib(ownLimits.placesOfText)} into a text of a script, and ${kib(ownLimits.placesOfTurn)} into a turn; patterns of scripts run on a linear engine`,
    output: 'events as they are read; 256 KiB wait for a reader',
    stored: 'its messages and its transcript',
  },
  {
    operation: '`documents/create`',
    input: `${kib(documentBytes)}; ${number(ownLimits.documentCharacters.max)} characters`,
    work: `${number(ownLimits.documentChunks)} chunks, each of which goes on by half its size at least`,
    output: 'the document',
    stored: 'its text, at most twice',
  },
  {
    operation: '`retrieve`, and search in a turn',
    input: `${kib(largeBodyBytes)}, of which 2,000 characters and 32 words are looked for`,
    work: `${number(ownLimits.indexChunks)} chunks, ${number(ownLimits.indexWords)} different words and ${number(ownLimits.indexPlaces)} occurrences of words of a base; what is beyond is not found`,
    output: `${ownLimits.retrieveTop.max} passages`,
    stored: `an index, which counts in the memory of the world; ${kib(ownLimits.indexesBytes)} of them, or one`,
  },
  {
    operation: 'A workflow is saved or validated',
    input: `${kib(largeBodyBytes)}; ${kib(ownLimits.blueprintCharacters)} of blueprint, ${ownLimits.workflowNodes} nodes, ${number(ownLimits.workflowEdges)} edges`,
    work: 'each node and each edge once',
    output: 'the workflow, or its mistakes',
    stored: 'the blueprint',
  },
  {
    operation: 'A workflow is run, also without being kept (`dry_run`)',
    input: `${kib(ownLimits.runInputs)} of inputs, as JSON`,
    work: `the output of a template is counted before it is made, and refused above ${kib(ownLimits.nodeOutput)}; all nodes together read and put out ${kib(ownLimits.runOutputs)}`,
    output: 'an event for each node that begins and ends',
    stored: `the run, ${kib(ownLimits.runOutputs * 2)} at most`,
  },
  {
    operation: 'A batch of runs',
    input: `${kib(largeBodyBytes)}; 100 sets of inputs`,
    work: 'all runs together what two single ones may',
    output: 'a result for each',
    stored: 'the runs',
  },
  {
    operation: 'Control API: records',
    input: `${kib(controlBytes)}; of a visitor ${kib(visitor.bodyBytes)}`,
    work: 'checked by the limits of the platform API; a filter looks once through the records of a kind',
    output: '1,000 records of a page; a sentence of 8,000 characters where it is refused',
    stored: 'the record',
  },
  {
    operation: 'Control API: snapshot',
    input: `${kib(snapshotBytes)}; of a visitor ${kib(visitor.snapshotBytes)}`,
    work: 'read up to the first item that is wrong; the limits of records hold',
    output: 'the whole world',
    stored: 'the whole world, counted in its memory',
  },
  {
    operation: 'Control API: faults',
    input: `${number(ownLimits.faults)} faults, each operation, caller and number that one lists counted; ${ownLimits.faultItems} in a list, ${ownLimits.endpointPattern} characters of a pattern, ${number(ownLimits.faultText)} of a text`,
    work: 'a call is held against each of them once',
    output: 'their ids',
    stored: 'the faults',
  },
  {
    operation: 'Control API: clock, director, speed',
    input: `factors from ${ownLimits.speed.min} to ${number(ownLimits.speed.max)}; ${number(ownLimits.directed)} characters to say`,
    work: 'what falls due on the way; no moment leaves the years 1000 to 9000',
    output: 'how it stands',
    stored: 'how it stands',
  },
  {
    operation: 'Control API: choices, profiles, preview',
    input: `${kib(controlBytes)}; 20,000 characters of a file to preview, which counts as ten calls of a visitor`,
    work: 'up to the first pick that is wrong; YAML in proportion to its length',
    output: 'the table of choices, or a sentence',
    stored: 'the picks',
  },
  {
    operation: 'Suggestions, as in “did you mean”',
    input: 'names of 200 characters',
    work: '1,000 candidates for a name, 20 wrong items of a document',
    output: 'one name each',
    stored: 'nothing',
  },
  {
    operation: 'Journal, explanations, `--verbose`',
    input: `filters of ${ownLimits.endpointPattern} characters; ${ownLimits.journalReaders} readers who follow it`,
    work: 'secrets are masked in one pass over what is kept of a call',
    output: 'what is kept, escaped',
    stored: `${number(ownLimits.journalEntries)} calls, ${number(ownLimits.journalCharacters)} characters, ${kib(ownLimits.journalBody)} of a body`,
  },
  {
    operation: 'Pattern of a script',
    input: '500 characters, 300 with repetitions written out, 20 in a script',
    work: 'in proportion to the pattern and to the first 4,000 characters of a query; what would need more is refused with the reason',
    output: 'nothing',
    stored: 'the script',
  },
  {
    operation: 'Text of others on a screen, in a log, in a report',
    input: 'any',
    work: 'one pass',
    output:
      '4,000 characters of a line, each hidden character as six; 100 lines of a stack; 600 characters of a body in a report',
    stored: 'nothing',
  },
  {
    operation: '`conform`, `calibrate`, `compare`: an answer of the target',
    input: `${kib(suiteLimits.responseBytes)}, ${number(suiteLimits.values)} values of JSON, ${suiteLimits.depth} levels`,
    work: '`--timeout`, its body included; one pass',
    output: 'cut, and the check is blocked with that cause',
    stored: 'nothing of an answer that was cut',
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
    input: `${suiteLimits.cutResponses} answers that were cut; ${kib(suiteLimits.keptBytes)} of answers that are kept`,
    work: '`--max-time`, 10 minutes unless given; then a minute to clean up',
    output: 'a report in any case; what was not judged is blocked or skipped with the cause',
    stored: 'less than 400 MB of memory',
  },
]

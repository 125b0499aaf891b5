import { type Block, sectionGap, heading, list, paragraph, terms } from '../../report/document.ts'
import { renderTerminal } from '../../report/terminal.ts'
import { compareRecordings, type UnpairedCalls } from '../../traffic/replay/compare-recordings.ts'
import { fieldsWithFreeKeys, createFreeKeyTest } from '../../traffic/replay/shape-differences.ts'
import { causeBlocks, entriesText, shareTexts, summarize } from '../../traffic/replay/summary.ts'
import { type OutputIo, writeLines } from '../command-line.ts'
import { defineCommand } from '../define-command.ts'
import { noProgress } from '../progress.ts'
import { readRecording } from '../read-recording.ts'
import { jsonText } from '../json-text.ts'

/** The flag for fields whose keys are user data, and so not part of a shape. */
export const freeFlag = {
  value: 'FIELD',
  isRepeatable: true,
  help: `the keys of objects in this field are data, as those of ${fieldsWithFreeKeys.join(', ')}`,
} as const

/** Whether an argument of `compare` names a recording: a file such as `a.har` or `a.zip`. */
export const isRecording = (side: string): boolean =>
  /\.(har|har\.gz|har\.part|zip)$/i.test(side) && !/^https?:/.test(side)

/**
 * `agent-understudy compare A.har B.har`: compares the responses of two recordings, and prints the
 * differences. Resolves to 0 for no difference, 1 for some, and 4 if no call was compared.
 */
export const compareTwoRecordings = defineCommand(
  {
    usage: 'compare A.har B.har [flags]',
    about: `Compares two recordings: calls are paired by flow, operation and order, and the status and shape of
each response of B is compared with that of A, as \`replay\` does. Nothing is sent.`,
    flags: {
      free: freeFlag,
      json: { help: 'prints the result as JSON' },
    },
    words: { max: 2 },
    notes:
      'Exit codes: 0 no difference, 1 differences, 3 wrong command line or file, 4 no call compared.',
  },
  async ({ words: [a = '', b = ''], ...given }, io: OutputIo) => {
    const compared = await compareRecordings(
      readRecordingQuietly(a),
      readRecordingQuietly(b),
      createFreeKeyTest(given.free),
    )
    const { onlyInA, onlyInB, skipped, pairs } = compared
    const { sent, notSent: _none, entries: _entries, ...summary } = summarize(pairs)
    const result = { a, b, compared: sent, skipped, ...summary, onlyInA, onlyInB }
    const isSame =
      summary.causes.length === 0 &&
      [...onlyInA, ...onlyInB].every(({ isElsewhere }) => isElsewhere)
    const shares = [shareTexts(summary).join(', ')].filter(Boolean)
    io.stdout.write(
      given.json
        ? jsonText(result)
        : renderTerminal({
            body: [
              terms(['A', a], ['B', b]),
              sectionGap,
              paragraph([`${sent} calls compared`, ...shares].join(': ')),
              ...causeBlocks(summary.causes),
              ...unpairedBlocks('A', onlyInA),
              ...unpairedBlocks('B', onlyInB),
            ],
          }),
    )
    if (!isSame) return 1
    if (sent > 0) return 0
    writeLines(
      io.stderr,
      'Nothing was compared: no operation has calls with a response in both recordings.',
    )
    return 4
  },
)

const readRecordingQuietly = (file: string) => readRecording(file, noProgress)

function* unpairedBlocks(side: string, calls: readonly UnpairedCalls[]): Generator<Block> {
  const lines = (isElsewhere: boolean) =>
    calls
      .filter((each) => each.isElsewhere === isElsewhere)
      .map(({ operation, entries }) => `${operation} (${entriesText(entries)})`)
  yield heading(`Only in ${side}`)
  yield list(lines(false))
  yield heading(`More often in ${side}, which is no difference`)
  yield list(lines(true))
}

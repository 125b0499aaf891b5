import { formatCount } from '../../contract/format-count.ts'
import { readFile, stat } from 'node:fs/promises'
import {
  type OpenApiDocument,
  OpenApiError,
  type OpenApiOperation,
  readOpenApi,
} from '../../contract/authoring/openapi-document.ts'
import { familiesYaml } from '../../contract/authoring/openapi-families.ts'
import { withoutParameterNames } from '../../contract/operations/path-table.ts'
import { escapeLine } from '../../contract/escape.ts'
import { toGlob } from '../../contract/glob.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import { operations } from '../../contract/operations.ts'
import { guessText, UsageError, writeLines } from '../command-line.ts'
import { defineCommand } from '../define-command.ts'
import { ensureWritable, writeOutput } from '../output-file.ts'
import { schemaLine } from '../schema-line.ts'
import { outFlag, quietFlag } from '../shared-flags.ts'

const maxMegabytes = 10
/** The maximum number of printed notes about omitted parts of the document. */
const maxNotes = 30
/** The maximum number of comments of one kind in the profile. */
const maxComments = 300
const maxCommentLength = 400

/** Writes a profile with families for the operations of an OpenAPI document. */
export const profileFromOpenApi = defineCommand(
  {
    usage: 'profiles from-openapi FILE [flags]',
    about:
      'Writes a profile with the operations of an OpenAPI 3 document (JSON or YAML) that the contract does not have: collections by their paths, the rest as documents and actions with example answers.',
    flags: {
      only: {
        value: 'PATTERN',
        isRepeatable: true,
        help: "only paths that match, such as '/api/skills*'; `*` matches any text",
      },
      ...outFlag,
      ...quietFlag,
    },
    words: {
      max: 1,
      missing: 'Name the document, such as `profiles from-openapi openapi.json`.',
    },
    notes:
      'What was left out is printed to standard error, and in comments of the profile. Check the result with `agent-understudy profiles check FILE`.',
  },
  async ({ words: [file = ''], ...given }, io) => {
    if (given.out !== undefined) await ensureWritable(given.out)
    const document = await read(file)
    refuseUnmatched(file, document, given.only)
    const { chosen, notes } = chooseOperations(document, given.only)
    if (chosen.length === 0)
      throw new UsageError(
        `${file} has no operation for a profile: ${notes.join('; ') || 'it has no paths'}.`,
      )
    const familiesText = familiesYaml({ ...document, operations: chosen })
    const header = schemaLine('profile', given.out)
    const all = [...notes, ...familiesText.notes]
    await writeOutput(given.out, header + commentsOf(all) + familiesText.yaml, io)
    if (given.quiet) return 0
    writeLines(
      io.stderr,
      `${formatCount(familiesText.operations, 'operation')} in ${formatCount(familiesText.families, 'family', 'families')}.`,
      ...firstNotes(all, maxNotes).map((note) => `  ${note}`),
    )
    return 0
  },
)

/** The first notes, followed by `and N more` if there are more than `max`. */
function firstNotes(notes: readonly string[], max: number): readonly string[] {
  const rest = notes.length - max
  return [...notes.slice(0, max), ...(rest > 0 ? [`and ${rest} more`] : [])]
}

/** Formats the notes about omitted parts as comments for the profile file. */
function commentsOf(notes: readonly string[]): string {
  const lines = notes.length === 0 ? [] : ['Left out of the document, or played in another way:']
  const all = [...lines, ...firstNotes(notes, maxComments).map((note) => `  ${note}`)]
  return all.map((line) => `# ${escapeLine(line, maxCommentLength)}\n`).join('')
}

async function read(file: string): Promise<OpenApiDocument> {
  try {
    const { size } = await stat(file)
    if (size > maxMegabytes * 1e6)
      throw new UsageError(
        `${file} has ${Math.ceil(size / 1e6)} MB; the maximum is ${maxMegabytes}. Remove the paths that you do not need.`,
      )
    return readOpenApi(await readFile(file, 'utf8'))
  } catch (error) {
    if (error instanceof OpenApiError) throw new UsageError(`${file}: ${error.message}.`)
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined || error instanceof UsageError) throw error
    throw new UsageError(`${file} can't be read: ${code}.`)
  }
}

function refuseUnmatched(
  file: string,
  { operations: all }: OpenApiDocument,
  only: readonly string[],
): void {
  const paths = [...new Set(all.map(({ path }) => path))]
  const pattern = only.find((one) => !paths.some(toGlob(one)))
  if (pattern === undefined) return
  throw new UsageError(
    `--only: no path of ${file} matches \`${pattern}\`.${guessText(pattern, paths)}`,
  )
}

/** The operations to write: those that match and are not in the contract. */
function chooseOperations({ operations: all }: OpenApiDocument, only: readonly string[]) {
  const patterns = only.map((pattern) => toGlob(pattern))
  const matching = all.filter(
    ({ path }) => patterns.length === 0 || patterns.some((matches) => matches(path)),
  )
  const rows: readonly Operation[] = Object.values(operations)
  const chosen = matching.filter((one) => !rows.some((row) => isSameOperation(row, one)))
  const [known, others] = [matching.length - chosen.length, all.length - matching.length]
  const notes: string[] = []
  if (known > 0)
    notes.push(
      `${formatCount(known, 'operation of the contract: describe it', 'operations of the contract: describe them')} under \`answers\` of a profile`,
    )
  const what = [
    'operation that does not match --only',
    'operations that do not match --only',
  ] as const
  if (others > 0) notes.push(formatCount(others, ...what))
  return { chosen, notes }
}

/** Whether an operation of the contract has the method and path of a document's operation. */
const isSameOperation = ({ method, path }: Operation, one: OpenApiOperation): boolean =>
  method === one.method && withoutParameterNames(path) === withoutParameterNames(one.path)

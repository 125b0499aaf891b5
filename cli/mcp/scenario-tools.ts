import * as z from 'zod/mini'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import type { Connection } from './connection.ts'
import { problemsText, type ScriptFolder } from './script-folder.ts'
import {
  actingTool,
  linesWith,
  readingTool,
  searchArgument,
  ToolError,
  worldArgument,
} from './tool.ts'

const longestScript = 200_000

const fileInput = [
  z
    .string()
    .check(
      z.refine(
        (name) => /^[\w-][\w.-]{0,99}\.ya?ml$/.test(name),
        'it must be a name such as refund.yaml, without a folder',
      ),
    ),
  'the name of the file without a folder, such as refund.yaml',
] as const
const scriptTextArgument = [
  z.string().check(z.minLength(1), z.maxLength(longestScript)),
  'the YAML text of the file',
] as const

type Options = {
  readonly connection: Connection
  readonly folder: ScriptFolder
  /** Loads the scripts of the folder into the fake. Absent if the fake is on a server. */
  readonly reload: (() => Promise<unknown>) | undefined
  /** Like `reload`. If the scripts have a mistake, it loads nothing and resolves to a note. */
  readonly refresh: () => Promise<string | undefined>
}

/** Tools that list, check and write scripts of turns. */
export function scenarioTools({ connection, folder, reload, refresh }: Options) {
  const check = async (name: string, yaml: string, of?: string): Promise<readonly Scenario[]> => {
    // A server may also play scripts that are not in the folder, or be unreachable.
    const listed =
      reload === undefined
        ? await connection.control('GET scenarios', { world: of }).catch(() => undefined)
        : undefined
    const loaded = listed?.scenarios.map((one) => one.name)
    return folder.check(name, yaml, loaded).catch((error: unknown) => {
      throw new ToolError(problemsText(error))
    })
  }
  return {
    list_scenarios: readingTool({
      says: 'Lists the scripts of turns in the order in which they are tried, with the requests that each matches.',
      takes: { search: searchArgument, world: worldArgument },
      async run({ search: wanted, world: of }) {
        const note = (await refresh()) ?? ''
        const { scenarios } = await connection.control('GET scenarios', { world: of })
        const lines = scenarios.map(
          ({ name, about, match }) =>
            `${name}${about === undefined ? '' : `: ${about}`} ${JSON.stringify(match)}`,
        )
        return note + linesWith(lines, wanted)
      },
    }),
    check_scenario: readingTool({
      says: 'Checks the YAML of a script, and returns every problem with its line, its rule and a fix. Changes nothing.',
      takes: { text: scriptTextArgument, file: [z.optional(fileInput[0]), fileInput[1]] },
      async run({ text: yaml, file: name = 'scenario.yaml' }) {
        await check(name, yaml)
        return `Nothing is wrong. \`write_scenario\` makes it available to \`play_turn\`.`
      },
    }),
    write_scenario: actingTool({
      says: 'Checks a script, writes it into the folder of scripts, and makes it available to the next turn. Writes nothing if it has a problem.',
      takes: {
        file: fileInput,
        text: scriptTextArgument,
        replace: [z.optional(z.boolean()), 'whether an existing file may be replaced'],
        world: worldArgument,
      },
      async run({ file: name, text: yaml, replace = false, world: of }) {
        const all = await check(name, yaml, of)
        const target = folder.path && (await folder.write(name, yaml, replace))
        const where = target === undefined ? notWrittenHint : `Written to ${target}.`
        if (reload === undefined)
          await connection.control('POST scenarios', { world: of, body: all })
        else await reload()
        return `${where} The next turn that matches plays it: call \`play_turn\`.`
      },
    }),
  }
}

const notWrittenHint =
  'Added to the world in memory; no file was written. To write files, start `agent-understudy mcp --scenarios DIR`.'

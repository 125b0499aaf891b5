import { AuthoringError } from '../contract/authoring/problem.ts'
import { parseYaml } from '../contract/authoring/yaml.ts'
import { UsageError } from './command-line.ts'

/** Parses YAML or JSON, and passes it to `read`. Throws `UsageError` with the line of a problem. */
export function readDocument<Result>(
  text: string,
  file: string,
  read: (document: ReturnType<typeof parseYaml>) => Result,
): Result {
  try {
    return read(parseYaml(text, file))
  } catch (error) {
    if (error instanceof AuthoringError) throw new UsageError(...error.message.split('\n'))
    throw error
  }
}

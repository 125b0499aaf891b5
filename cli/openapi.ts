import { openApi } from '../contract/openapi/document.ts'
import { defineCommand } from './define-command.ts'
import { writeOutput } from './output-file.ts'
import { outFlag } from './shared-flags.ts'

export const printOpenApi = defineCommand(
  {
    usage: 'openapi [flags]',
    about: 'Prints the contract as OpenAPI 3.1.',
    flags: outFlag,
  },
  ({ out }, io) => writeOutput(out, `${JSON.stringify(openApi(), null, 2)}\n`, io),
)

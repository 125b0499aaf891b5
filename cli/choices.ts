import { choicesMarkdown, choicesText } from '../contract/choices-page.ts'
import { defineCommand } from './define-command.ts'
import { writeOutput } from './output-file.ts'
import { outFlag, profileFlag } from './shared-flags.ts'
import { loadProfile } from './world-data.ts'

/** Prints the table of choices. */
export const printChoices = defineCommand(
  {
    usage: 'choices [flags]',
    about: 'Lists every point at which deployments may differ, with its options.',
    flags: {
      profile: {
        ...profileFlag,
        default: 'documented',
        help: 'marks the options that this profile picks',
      },
      md: { help: 'prints Markdown' },
      ...outFlag,
    },
  },
  async ({ profile, md, out }, io) =>
    writeOutput(out, md ? choicesMarkdown() : choicesText(await loadProfile(profile)), io),
)

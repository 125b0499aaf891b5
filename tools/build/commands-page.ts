import { commands } from '../../cli/commands.ts'
import { runCommand } from '../../cli/run-command.ts'

/** Returns the help text of a command. */
async function helpOf(...words: readonly string[]): Promise<string> {
  let text = ''
  const output = { write: (part: string) => (text += part) }
  const stopped = new Promise<void>(() => {})
  await runCommand([...words, '--help'], { stdout: output, stderr: output, stopped })
  return text.trimEnd()
}

const section = (level: string, title: string, help: string) =>
  `${level} ${title}\n\n\`\`\`text\n${help}\n\`\`\`\n`

/** The text of docs/commands.md: the help of every command. */
export async function commandsMarkdown(): Promise<string> {
  const sections: string[] = []
  for (const [name, row] of Object.entries(commands)) {
    sections.push(section('##', name, await helpOf(name)))
    for (const word of 'load' in row ? [] : Object.keys(row.commands))
      sections.push(section('###', `${name} ${word}`, await helpOf(name, word)))
  }
  return `# Commands

Every command and its flags, as \`--help\` prints them. Generated from \`cli/\` by \`npm run build\`.

${sections.join('\n')}`
}

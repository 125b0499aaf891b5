import { commands } from '../cli/commands.ts'

/** The help of a command. A test or a build runs no command, so nothing can stop it. */
async function helpOf(name: string, ...words: readonly string[]): Promise<string> {
  let text = ''
  const output = { write: (part: string) => (text += part) }
  const command = await commands[name]?.()
  const never = new Promise<void>(() => {})
  await command?.([...words, '--help'], { stdout: output, stderr: output, stopped: never })
  return text.trimEnd()
}

/** The commands that a help lists below a usage such as `worlds <command>`. */
const subcommandsIn = (help: string): readonly string[] =>
  /^Usage: .* <command>$/m.test(help)
    ? Array.from(help.matchAll(/^ {2}([a-z][\w-]*) /gm), ([, name = '']) => name)
    : []

const section = (level: string, title: string, help: string) =>
  `${level} ${title}\n\n\`\`\`text\n${help}\n\`\`\`\n`

/** The text of docs/commands.md: the help of every command. */
export async function commandsMarkdown(): Promise<string> {
  const sections: string[] = []
  for (const name of Object.keys(commands)) {
    const help = await helpOf(name)
    sections.push(section('##', name, help))
    for (const word of subcommandsIn(help))
      sections.push(section('###', `${name} ${word}`, await helpOf(name, word)))
  }
  return `# Commands

Every command and its flags, as \`--help\` prints them. Generated from \`cli/\` by \`npm run build\`.

${sections.join('\n')}`
}

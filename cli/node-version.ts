/**
 * The sentence for a version of Node that cannot run the commands: `node:sqlite` works without a flag
 * from 22.13 on, and from 23.4 on in the odd line 23. The syntax is that of Node 14.
 */
export function nodeProblem(version: string): string | undefined {
  const parts = version.split('.').map(Number)
  const major = parts[0] || 0
  const minor = parts[1] || 0
  if (major > 23 || (major === 23 && minor >= 4) || (major === 22 && minor >= 13)) return undefined
  return (
    `agent-understudy needs Node 22.13 or newer${major === 23 ? ' (of Node 23: 23.4)' : ''}; ` +
    `this is Node ${version}. Install a newer one from https://nodejs.org. ` +
    'In a clone, use the npm scripts, such as `npm start`: they bring their own Node.\n'
  )
}

/**
 * The error message for a version of Node that cannot run the commands. MSW also needs Node 22.12.
 * The syntax of this file works in Node 14.
 */
export function nodeProblem(version: string): string | undefined {
  const parts = version.split('.').map(Number)
  const major = parts[0] || 0
  const minor = parts[1] || 0
  if (major > 22 || (major === 22 && minor >= 12)) return undefined
  return (
    `agent-understudy needs Node 22.12 or newer; this is Node ${version}. Install a newer one from https://nodejs.org. ` +
    'In a clone, use the npm scripts, such as `npm start`: they bring their own Node.\n'
  )
}

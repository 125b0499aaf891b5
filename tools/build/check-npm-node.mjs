// npm silently omits the native parts of the build tools on a Node that they don't support.
const [, version = ''] = /\bnode\/v([\d.]+)/.exec(process.env.npm_config_user_agent ?? '') ?? []
const [major, minor] = version.split('.').map(Number)
const isTooOld = major < 20 || (major === 20 && minor < 19) || (major === 22 && minor < 12)
if (isTooOld || major === 21) {
  process.stderr.write(
    `npm runs on Node ${version}, for which the build tools have no native parts. ` +
      'Use Node 20.19, 22.12 or newer, and run `npm ci` again.\n',
  )
  process.exitCode = 1
}

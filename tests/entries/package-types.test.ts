import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packedPackage } from '../support/installed-package.ts'
import { hasToolchain, toolchains } from '../support/toolchain.ts'

type Problem = {
  readonly kind: string
  readonly resolutionKind?: string
}
/** What this test uses of `@arethetypeswrong/core`, which is not in the root install. */
type Checker = {
  createPackageFromTarballData(archive: Uint8Array): object
  checkPackage(archive: object): Promise<{ readonly problems?: readonly Problem[] }>
}

/** As the profile `esm-only` of the checker: neither the resolution of Node 10 nor `require`. */
const isUnsupported = ({ resolutionKind = '' }: Problem) =>
  ['node10', 'node16-cjs'].includes(resolutionKind)

it.runIf(hasToolchain('@arethetypeswrong/core'))(
  'are-the-types-wrong finds no mistake for importers with Node or a bundler',
  async () => {
    const entry = join(toolchains, '@arethetypeswrong/core/dist/index.js')
    const checker = (await import(pathToFileURL(entry).href)) as Checker
    const archive = checker.createPackageFromTarballData(new Uint8Array(await packedPackage()))
    const { problems } = await checker.checkPackage(archive)
    expect(problems?.filter((one) => !isUnsupported(one))).toEqual([])
  },
  300_000,
)

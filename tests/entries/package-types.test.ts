import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packedPackage } from '../support/installed-package.ts'
import { hasToolchain, toolchains } from '../support/toolchain.ts'

type Problem = {
  readonly kind: string
  readonly resolutionKind?: string
}
/** The parts of `@arethetypeswrong/core` that this test uses; the root install lacks it. */
type Checker = {
  createPackageFromTarballData(archive: Uint8Array): object
  checkPackage(archive: object): Promise<{ readonly problems?: readonly Problem[] }>
}

/** Ignores the resolution of Node 10 and `require`, like the profile `esm-only` of the checker. */
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

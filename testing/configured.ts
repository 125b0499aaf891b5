import { findConfig } from '../contract/authoring/config/find-config.ts'
import type { Config } from '../contract/authoring/config/read-config.ts'
import type { Fixture } from '../contract/fixture.ts'
import { type ProfileDocument, toProfileDocument } from '../contract/profile.ts'
import type { Scenario } from '../contract/scripts/scenario.ts'
import { fixtureNames, knownProfiles } from '../contract/shipped-names.ts'
import { shippedProfiles, shippedScenarios } from './shipped-data.ts'

/** The settings of a config file for the fakes of tests. Shipped data is given by name. */
export type ConfiguredFake = {
  readonly fixture?: 'demo' | 'empty' | 'crowded' | Fixture
  /** The name of a shipped profile, or a profile as plain data. */
  readonly profile?: string | ProfileDocument
  readonly scenarios?: readonly Scenario[]
  readonly allowOrigins?: readonly string[]
}

/**
 * Loads the settings for fakes from the config file in a folder or above it; nothing without a
 * file, or in a browser. Throws an `Error` with the place of each problem.
 */
export async function loadConfiguredFake(folder?: string): Promise<ConfiguredFake> {
  const config = await loadConfig(folder)
  if (config === undefined) return {}
  const { resolvePath } = await import('../contract/authoring/config/read-config.ts')
  const { fixture, profile, scenarios, allow_origin: allowOrigins } = config.values
  return {
    ...(allowOrigins && { allowOrigins }),
    ...(fixture !== undefined && {
      fixture: await loadFixture(resolvePath(config, ['fixture'], fixture)),
    }),
    ...(profile !== undefined && {
      profile: await loadProfile(resolvePath(config, ['profile'], profile)),
    }),
    ...(scenarios !== undefined && {
      scenarios: await loadScripts(resolvePath(config, ['scenarios'], scenarios)),
    }),
  }
}

/**
 * Loads the address of a target and the certificates to trust. Default: the config file's only
 * target. Throws an `Error` for an unknown name.
 */
export async function loadConfiguredTarget(
  name?: string,
): Promise<{ readonly to?: string; readonly ca?: readonly string[] }> {
  const config = await loadConfig()
  const names = Object.keys(config?.values.targets ?? {})
  const chosen = name ?? (names.length === 1 ? names[0] : undefined)
  if (chosen === undefined) return {}
  if (config === undefined)
    throw new TypeError(
      `There is no config file with the target \`${chosen}\`: write understudy.config.yaml, or set \`to\`.`,
    )
  const { resolvePath, targetOf } = await import('../contract/authoring/config/read-config.ts')
  const { url, ca } = targetOf(config, chosen)
  if (ca === undefined) return { to: url }
  const { readFileSync } = process.getBuiltinModule('node:fs')
  return { to: url, ca: [readFileSync(resolvePath(config, ['targets', chosen, 'ca'], ca), 'utf8')] }
}

/**
 * Loads the config file of the project. `UNDERSTUDY_CONFIG` can name another file, or `none`.
 */
async function loadConfig(folder?: string): Promise<Config | undefined> {
  if (globalThis.process?.getBuiltinModule?.('node:fs') === undefined) return undefined
  const files = findConfig(folder ?? process.cwd(), process.env)
  if (files.length === 0) return undefined
  return (await import('../contract/authoring/config/read-config.ts')).readOnlyConfig(
    files,
    process.cwd(),
  )
}

async function loadFixture(fixtureSetting: string) {
  const shipped = fixtureNames.find((name) => name === fixtureSetting)
  return shipped ?? (await import('./fixture-file.ts')).readFixtureFile(fixtureSetting)
}

async function loadProfile(profileSetting: string) {
  if (knownProfiles.includes(profileSetting)) return profileSetting
  const { loadProfilePath } = await import('../contract/authoring/profile-folder.ts')
  return toProfileDocument((await loadProfilePath(profileSetting, shippedProfiles)).profile)
}

/** The scripts of a folder. They may refer to shipped scripts. */
async function loadScripts(folder: string): Promise<readonly Scenario[]> {
  const { loadScenarios } = await import('../contract/authoring/scenarios.ts')
  return loadScenarios(folder, { scripts: shippedScenarios().map(({ name }) => name) })
}

import type { Fixture } from '../../contract/fixture.ts'
import type { ProfileDocument } from '../../contract/profile.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'

/** The file with the data of a static site. It also shows that `console` wrote the site. */
export const dataFile = 'site.json'

/** The data for the fake of a static site, and a hash to detect changes of the data. */
export type SiteData = {
  readonly understudy: 'console'
  /** If it changes, the stored worlds of visitors start again. */
  readonly hash: string
  readonly fixture: Fixture
  readonly scenarios: readonly Scenario[]
  readonly profile: ProfileDocument
}

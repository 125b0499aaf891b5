import type { Fixture } from '../../contract/fixture.ts'
import type { ProfileDocument } from '../../contract/profile.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'

/** The file with the data of a static site. It also shows that `console` wrote the site. */
export const dataFile = 'site.json'

/** The data for the fake of a static site: what it plays, and a hash to detect changes. */
export type SiteData = {
  readonly understudy: 'console'
  /** Changes with the data. After a change, the worlds of visitors start again. */
  readonly hash: string
  readonly fixture: Fixture
  readonly scenarios: readonly Scenario[]
  readonly profile: ProfileDocument
}

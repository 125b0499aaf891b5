import type { Profile } from '../../contract/profile.ts'
import { type Behaviours, compileProfile } from '../behaviour/compile.ts'
import { moveToPresent } from './dates.ts'
import { worldTag } from './keyring.ts'
import { groundOf } from './store.ts'
import { createWorld, type World, type WorldPlan } from './world.ts'

/** The name of the world of calls that name none. */
export const defaultWorld = 'default'

/** The behaviours of a profile, compiled when the first call asks: a server is ready without. */
function compileAtFirstUse(profile: Profile): Behaviours {
  let compiled: Behaviours | undefined
  return (endpoint) => (compiled ??= compileProfile(profile))(endpoint)
}

/** All worlds of a fake: copies-on-write of one fixture that know nothing of each other. */
export class Worlds {
  readonly #plan: WorldPlan
  readonly #byName = new Map<string, World>()
  readonly #byTag = new Map<string, World>()

  constructor(plan: Omit<WorldPlan, 'grounds' | 'behaviour'> & { readonly profile: Profile }) {
    const fixture = moveToPresent(plan.fixture, plan.wall.now())
    const behaviour = compileAtFirstUse(plan.profile)
    this.#plan = { ...plan, fixture, behaviour, grounds: groundOf(fixture) }
  }

  /** The world of this name, made when it is first asked for. */
  get(name = defaultWorld): World {
    let world = this.#byName.get(name)
    if (world === undefined) {
      world = createWorld(name, this.#plan)
      this.#byName.set(name, world)
      this.#byTag.set(worldTag(name), world)
    }
    return world
  }

  /** The world of this name, if it was made before. */
  existing(name: string | undefined): World | undefined {
    return typeof name === 'string' ? this.#byName.get(name) : undefined
  }

  /** The world whose keys end in this tag. */
  tagged(tag: string): World | undefined {
    return this.#byTag.get(tag)
  }

  close(): void {
    for (const { clock } of this.#byName.values()) clock.stop()
  }
}

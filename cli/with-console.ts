import type { Core } from '../mocks/core.ts'
import type { ControlDoor } from './console.ts'
import type { ServedJudge } from './judge/serve-judge.ts'

/** Puts the page in front of a fake: read when it is first asked for, so that no start waits for it. */
export const withConsole = <Served extends Pick<Core, 'handle'>>(
  fake: Served,
  door: ControlDoor,
  judge: Pick<ServedJudge, 'page'>,
): Served => ({
  ...fake,
  async handle(call) {
    const own = /^\/(console\/[^/]+)?$/.test(call.path) && /^(GET|HEAD)$/.test(call.method)
    if (!own) return fake.handle(call)
    const { answerFromConsole } = await import('./console.ts')
    const answer = (await answerFromConsole(call, door)) ?? (await judge.page(call))
    return answer ?? fake.handle(call)
  },
})

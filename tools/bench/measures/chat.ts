import { foundBrowser } from '../../../tests/support/find-browser.ts'
import { answerOf, playFast, readAnswer } from '../../../tests/support/long-answer.ts'
import { launchBrowser } from '../../../tests/support/open-browser.ts'
import { openChat } from '../../../tests/support/open-chat.ts'
import { type Task, traceTasks } from '../main-thread.ts'
import type { Measure } from '../measure.ts'
import { tableOf } from '../measure.ts'
import { startServer } from '../process.ts'
import { understudy } from '../servers/understudy.ts'
import { measureConsolePages } from './console-pages.ts'
import { median, runRounds } from '../statistics.ts'

type Result = { readonly seconds: number; readonly longestCpu: number; readonly longest: number }

const answers = [
  { name: '5 KB', kilobytes: 5, seconds: 0.5 },
  { name: '12 KB in 43 s', kilobytes: 12, seconds: 3, every: 20 },
  { name: '200 KB', kilobytes: 200, seconds: 3 },
] as const

/** The maximum CPU time of a task, in milliseconds. */
const longestTask = 100

const fastAnswer = (kilobytes: number) => ({ scenario: answerOf(kilobytes), prepare: playFast })

/** Measures the browser's CPU time and memory for the console's chat and for its largest pages. */
export const chat: Measure = async ({ samples, quick }) => {
  if (foundBrowser === undefined) throw new Error('Run `npx playwright install chromium` first.')
  const server = await startServer(understudy(samples).start)
  const browser = await launchBrowser()
  const read = async (
    { kilobytes, ...answer }: (typeof answers)[number],
    round: number,
  ): Promise<Result> => {
    const world = `chat-${kilobytes}-${round}`
    const pace =
      'every' in answer ? { scenario: answerOf(kilobytes, answer.every) } : fastAnswer(kilobytes)
    const openedChat = await openChat(browser, server.url, world, pace)
    const { page } = openedChat
    try {
      const stopTrace = await traceTasks(page)
      const { seconds } = await readAnswer(openedChat, kilobytes)
      const tasks = await stopTrace()
      const max = (of: (task: Task) => number) => Math.max(...tasks.map(of))
      return {
        seconds,
        longestCpu: max(({ cpuMs }) => cpuMs),
        longest: max(({ wallMs }) => wallMs),
      }
    } finally {
      await page.context().close()
    }
  }
  try {
    const rounds = await runRounds(quick ? 1 : 3, answers, read)
    return [
      {
        title: 'Chat',
        about:
          'CPU of the main thread of a page of the console for one streamed answer, an event for each word: as fast as the server sends them, or one every 20 ms. The milliseconds of a task include those in which other processes had the CPU, so the bound is for its CPU time. Every answer is read in a new page.',
        ...tableOf(rounds, [
          { title: 'CPU s', figure: ({ seconds }) => seconds },
          { title: 'longest task, CPU ms', figure: ({ longestCpu }) => longestCpu },
          { title: 'longest task, ms', figure: ({ longest }) => longest },
        ]),
        bounds: answers.flatMap(({ name, seconds: atMost }) => {
          const results = rounds.get(name) ?? []
          return [
            {
              text: `CPU s, ${name}`,
              value: median(results.map(({ seconds }) => seconds)),
              limit: { atMost },
            },
            {
              text: `longest task, CPU ms, ${name}`,
              value: median(results.map(({ longestCpu }) => longestCpu)),
              limit: { atMost: longestTask },
            },
          ]
        }),
      },
      await measureConsolePages(server, samples.folder, quick ? 1 : 3),
    ]
  } finally {
    await browser.end()
    await server.stop()
  }
}

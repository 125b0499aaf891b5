type Step = {
  readonly id: string
  readonly task: string
  readonly takes: number
  readonly result: string
  readonly after?: readonly string[]
}

/** Sixty steps, in twelve rows of five. */
export const longSteps: readonly Step[] = Array.from({ length: 60 }, (_, at) => ({
  id: `s${at + 1}`,
  task: `Check part ${at + 1} of the plant`,
  takes: 300,
  result: `Part ${at + 1} is in order.`,
  ...(at >= 5 && { after: [`s${at - 4}`, ...(at % 5 === 0 ? [`s${at - 3}`] : [])] }),
}))

/** A script that plays a plan of these steps. */
export const longPlan = {
  name: 'sixty-steps',
  match: { endpoint: ['dag'], query: ['sixty steps'] },
  routing: 'A question of many parts.',
  script: [
    {
      plan: {
        steps: longSteps,
        achieved: true,
        confidence: 0.9,
        reasoning: 'All parts were checked.',
      },
    },
    { answer: 'All sixty parts are in order.' },
  ],
}

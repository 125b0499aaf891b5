import type { PlanStep } from './turn-state.ts'

/** A box in the graph of a plan: one step, or several completed steps together. */
export type PlanNode = {
  readonly id: string
  readonly deps: readonly string[]
  readonly steps: readonly PlanStep[]
}

/** A plan of up to this many steps is shown without collapsing any steps. */
const maxUncollapsedSteps = 12

/** The minimum number of completed steps that are joined in one box. */
const minGroupSize = 3

/** Whether a plan is so long that its completed steps are collapsed while it runs. */
export const isLongPlan = (steps: readonly PlanStep[]): boolean =>
  steps.length > maxUncollapsedSteps

/** Whether any step of a plan is still running or waiting. */
export const hasUnfinishedSteps = (steps: readonly PlanStep[]): boolean =>
  steps.some(({ state }) => state === 'waiting' || state === 'running')

/** Returns the boxes of a plan, with one box for each step. */
export const toSingleNodes = (steps: readonly PlanStep[]): readonly PlanNode[] =>
  steps.map((step) => ({ id: step.id, deps: step.deps, steps: [step] }))

/**
 * Collapses completed steps that depend on each other into one box. A step is collapsed only if all
 * its dependencies can be, so that no box depends on itself.
 */
export function collapseCompletedSteps(steps: readonly PlanStep[]): readonly PlanNode[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const groupOf = new Map<string, string>()
  const joinable = new Set<string>()
  for (const { id, state, deps } of steps) {
    const knownDeps = deps.filter((dep) => byId.has(dep))
    if (state !== 'completed' || !knownDeps.every((dep) => joinable.has(dep))) continue
    joinable.add(id)
    const [first, ...others] = knownDeps.map((dep) => groupOf.get(dep) ?? dep)
    groupOf.set(id, first ?? id)
    // This step connects the groups of its dependencies, so the groups become one.
    for (const other of others)
      for (const [member, group] of groupOf)
        if (group === other && first !== undefined) groupOf.set(member, first)
  }
  const groups = Map.groupBy(
    steps.filter(({ id }) => joinable.has(id)),
    ({ id }) => groupOf.get(id) ?? id,
  )
  const nodeOf = (id: string) => {
    const group = groupOf.get(id)
    const isJoined = group !== undefined && (groups.get(group)?.length ?? 0) >= minGroupSize
    return isJoined ? `done ${group}` : id
  }
  const nodes = new Map<string, PlanNode>()
  for (const step of steps) {
    const id = nodeOf(step.id)
    const nodeBefore = nodes.get(id)
    const deps = step.deps.map(nodeOf).filter((dep) => dep !== id)
    nodes.set(id, {
      id,
      deps: [...new Set([...(nodeBefore?.deps ?? []), ...deps])],
      steps: [...(nodeBefore?.steps ?? []), step],
    })
  }
  return [...nodes.values()]
}

/** Counts the steps of a plan by their state, in words such as `23 of 60 done, 3 running`. */
export function describeProgress(steps: readonly PlanStep[]): string {
  const count = (state: PlanStep['state']) => steps.filter((step) => step.state === state).length
  const others = (['running', 'failed', 'skipped'] as const)
    .map((state) => [state, count(state)] as const)
    .filter(([, found]) => found > 0)
    .map(([state, found]) => `${found} ${state}`)
  return [`${count('completed')} of ${steps.length} done`, ...others].join(', ')
}

/** What a task does, for people who wait for it. */
export type TaskLabel = {
  readonly kind: 'event' | 'approval' | 'title' | 'change' | 'delay'
  /** The name of what it concerns, such as the tool of an approval. */
  readonly subject: string | null
}

export type Task = {
  readonly due: number
  readonly order: number
  readonly label: TaskLabel
  run: (() => void) | undefined
}

const before = (a: Task, b: Task) => a.due < b.due || (a.due === b.due && a.order < b.order)

export function pushTask(heap: Task[], task: Task): void {
  let at = heap.push(task) - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    const above = heap[parent]
    if (above === undefined || !before(task, above)) break
    heap[at] = above
    at = parent
  }
  heap[at] = task
}

export function popTask(heap: Task[]): void {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  let at = 0
  for (;;) {
    const left = at * 2 + 1
    const right = heap[left + 1]
    let child = left
    let below = heap[left]
    if (below !== undefined && right !== undefined && before(right, below))
      [child, below] = [left + 1, right]
    if (below === undefined || !before(below, last)) break
    heap[at] = below
    at = child
  }
  heap[at] = last
}

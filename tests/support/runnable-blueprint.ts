const node = (type: string) => ({
  id: type,
  type: 'custom',
  position: { x: 0, y: 0 },
  data: { type, label: type },
})

/** The smallest workflow that a known deployment accepts: a start and an end node. */
export const runnableBlueprint = {
  nodes: [node('START'), node('END')],
  edges: [{ id: 'only', source: 'START', target: 'END' }],
}

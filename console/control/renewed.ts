const name = 'understudy.renewed'

const told = new BroadcastChannel(name)

/** Tells every window of this browser that a world, by its base URL, is no longer what it was. */
export function tellRenewed(root: string): void {
  // A channel hears all but itself: by one of its own, this window hears it too.
  const channel = new BroadcastChannel(name)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has no target.
  channel.postMessage(root)
  channel.close()
}

/** Does something whenever a world is no longer what it was, whichever window changed it. */
export function onRenewed(root: string, act: () => void): void {
  told.addEventListener('message', ({ data }) => {
    if (data === root) act()
  })
}

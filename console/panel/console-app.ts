/**
 * The console as one function of the window that it runs in. `npm run build` makes it of
 * `console/main.tsx`, with its style sheet; of the sources, there is nothing to start.
 */
export const style = ''

/** Starts the console in the document of a window that has a `ConsoleHost`. */
export function startConsole(window: Window): void {
  window.document.body.textContent = 'The console is not built: run `npm run build`.'
}

/**
 * The console as one function of the window in which it runs. `npm run build` replaces this file by
 * a bundle of `console/main.tsx` and its style sheet. This source only declares the exports.
 */
export const style = ''

/** Starts the console in the document of a window that has a `ConsoleHost`. */
export function startConsole(window: Window): void {
  window.document.body.textContent = 'The console is not built: run `npm run build`.'
}

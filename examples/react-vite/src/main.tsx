import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

if (import.meta.env.DEV) {
  const { worker } = await import('./mocks.ts')
  await worker.start({ onUnhandledFrame: 'bypass' })
}

createRoot(document.querySelector('#root')!).render(<App />)

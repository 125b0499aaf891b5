import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  // The built files, on a free port: Vite says which, in bold where it may.
  webServer: {
    command: 'vite build && vite preview --port 0',
    wait: { stdout: /localhost:\S*?(?<APP_PORT>\d{4,5})/ },
  },
  use: { baseURL: `http://localhost:${process.env['APP_PORT']}` },
})

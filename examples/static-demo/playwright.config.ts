import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'e2e',
  // Serves the built files on a free port, which Vite prints (sometimes in bold).
  webServer: {
    command: 'vite build && vite preview --port 0',
    wait: { stdout: /localhost:\S*?(?<APP_PORT>\d{4,5})/ },
  },
  use: { baseURL: `http://localhost:${process.env['APP_PORT']}` },
})

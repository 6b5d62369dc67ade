import { resolve } from 'node:path'

import { defineConfig } from 'vitest/config'

import { actionTimeoutMs, scenarioTimeoutMs } from './support/timeouts.ts'

export default defineConfig({
  test: {
    // A scenario mostly waits for a browser or a process: two of them share two cores well.
    maxWorkers: 2,
    globalSetup: [resolve(import.meta.dirname, '../scripts/compile-words.mjs')],
    projects: [
      {
        test: {
          name: 'scenarios',
          root: import.meta.dirname,
          include: ['**/*.e2e.ts'],
          globalSetup: ['support/global-setup.ts'],
          testTimeout: scenarioTimeoutMs,
          hookTimeout: 180_000,
          // Instead of one second: a screen has as long as an action on it.
          expect: { poll: { timeout: actionTimeoutMs } },
        },
      },
      resolve(import.meta.dirname, '../packages/web/vitest.config.ts'),
    ],
  },
})

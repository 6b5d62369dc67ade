import { resolve } from 'node:path'

import { defineConfig } from 'vitest/config'

import { scenarioTimeoutMs } from './support/timeouts.ts'

export default defineConfig({
  test: {
    // A scenario mostly waits for a browser or a process: three of them share two cores well.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'scenarios',
          root: import.meta.dirname,
          include: ['**/*.e2e.ts'],
          testTimeout: scenarioTimeoutMs,
          hookTimeout: 180_000,
        },
      },
      resolve(import.meta.dirname, '../packages/web/vitest.config.ts'),
    ],
  },
})

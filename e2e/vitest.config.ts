import { resolve } from 'node:path'

import { defineConfig } from 'vitest/config'

import { actionTimeoutMs, scenarioTimeoutMs } from './support/timeouts.ts'

const root = resolve(import.meta.dirname, '..')

export default defineConfig({
  test: {
    // A scenario mostly waits for a browser or a process: two of them share two cores well.
    maxWorkers: 2,
    globalSetup: [resolve(root, 'scripts/compile-words.mjs')],
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'scenarios',
          root: import.meta.dirname,
          include: ['**/*.e2e.ts'],
          isolate: false,
          globalSetup: ['support/global-setup.ts'],
          testTimeout: scenarioTimeoutMs,
          // Instead of one second: a screen has as long as an action on it.
          expect: { poll: { timeout: actionTimeoutMs } },
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          root,
          include: ['{packages/*/src,scripts}/**/*.{process,pty}.test.ts'],
          isolate: false,
          globalSetup: ['packages/server/src/kit/database/testing/global-setup.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      resolve(root, 'packages/web/vitest.config.ts'),
    ],
  },
})

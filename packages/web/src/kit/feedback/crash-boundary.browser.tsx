import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'

import { ChunkLoadError } from '../ports/load-chunk.ts'
import { draw } from '../ui/testing/draw.tsx'
import { CrashBoundary } from './crash-boundary.tsx'

// React logs what a boundary caught.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => vi.restoreAllMocks())

function Crashing({ error }: { error: unknown }): never {
  throw error
}

test.each([
  ['an error', new Error('secret detail'), 'An unexpected error occurred!'],
  ['nothing', undefined, 'An unexpected error occurred!'],
  ['a chunk that did not load', new ChunkLoadError('lost'), 'A part of this page did not load.'],
])('a part that throws %s is replaced by a page that offers to reload', async (_, error, title) => {
  await draw(
    <CrashBoundary>
      <p>Beside it</p>
      <Crashing error={error} />
    </CrashBoundary>,
  )
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  expect(document.body.textContent).not.toMatch(/Beside it|secret detail/)
})

test('without an error the parts are drawn', async () => {
  await draw(
    <CrashBoundary>
      <p>All is well</p>
    </CrashBoundary>,
  )
  await expect.element(page.getByText('All is well')).toBeVisible()
})

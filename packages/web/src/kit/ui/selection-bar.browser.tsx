import { totalMax } from '@portico/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'

import { SelectionBar } from './selection-bar.tsx'
import { draw } from './testing/draw.tsx'

const done = () => Promise.resolve()

test.each([
  [1_000, true, 'Select all 1,000 that match'],
  [1_000, false, 'Select all 1,000'],
  [totalMax, true, 'Select all that match (more than 1,000)'],
  [totalMax, false, 'Select all (more than 1,000)'],
])('of %i rows, narrowed: %s, it offers "%s"', async (total, isNarrowed, name) => {
  const properties = { count: 2, total, isNarrowed, onSelectMatching: done, onClear: () => undefined }
  await draw(<SelectionBar {...properties}>{null}</SelectionBar>)
  await expect.element(page.getByRole('button', { name, exact: true })).toBeVisible()
})

import { expect, test } from 'vitest'

import { Loading } from '../../kit/ui/loading.tsx'
import { draw } from '../../kit/ui/testing/draw.tsx'
import { outlines, skeletons } from './skeletons.ts'

test.each([
  ['page', skeletons['administration']],
  ['rows', outlines['sign-ins']],
] as const)('the outline of %s in the HTML is the one that React draws', async (shape, html = '') => {
  await draw(<Loading shape={shape} />)
  const drawn = document.querySelector(`[class~=loading-${shape}]`)?.outerHTML ?? ''
  expect(drawn).toContain('skeleton-root')
  expect(html).toContain(drawn)
})

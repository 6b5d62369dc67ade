import { adminTabId } from '@portico/core'
import { lazy, Suspense, type ComponentProps } from 'react'
import { useStore } from 'zustand'

import { useCore, usePath } from '../../kit/context/portal-context.tsx'
import { loadChunk } from '../../kit/ports/load-chunk.ts'
import { Shortcuts } from '../palette/shortcuts.tsx'

const NoticeBanner = lazy(() => loadChunk(() => import('../../tenant/notices/notice-banner.tsx')))

/** What every page has once it is idle: the keyboard shortcuts, and on an administrator's launcher what expires. */
export function IdleParts(properties: ComponentProps<typeof Shortcuts>) {
  const user = useStore(useCore().launcher, (state) => state.user)
  const isAdmin = user?.routes.some(({ id }) => id === adminTabId)
  const isHome = usePath() === '/portal'
  return (
    <>
      <Shortcuts {...properties} />
      {isAdmin && isHome && (
        <Suspense fallback={null}>
          <NoticeBanner />
        </Suspense>
      )}
    </>
  )
}

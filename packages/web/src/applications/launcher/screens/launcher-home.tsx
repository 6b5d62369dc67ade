import { adminTabId, filterApplications, safeHref } from '@portico/core'
import { lazy, Suspense, useDeferredValue, useEffect, useRef } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { loadChunk } from '../../../kit/ports/load-chunk.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import { Skeleton } from '../../../kit/ui/skeleton.tsx'
import { Announcement } from '../announcement.tsx'
import { ApplicationFilter } from '../application-filter.tsx'
import { ApplicationSections } from '../application-sections.tsx'
import { GridSkeleton } from '../grid-skeleton.tsx'
import { LayoutSwitch } from '../layout-switch.tsx'
import { useArrangement } from '../use-arrangement.ts'
import { useNotices } from '../use-notices.ts'
import styles from './launcher-home.module.css'

/** Few launchers need one of these: the page does not wait for their code. */
const onDemand = () => loadChunk(() => import('../on-demand.ts'))
const NoApplications = lazy(async () => ({ default: (await onDemand()).NoApplications }))
const RequestableApplications = lazy(async () => ({ default: (await onDemand()).RequestableApplications }))

const SupportSection = lazy(async () => ({ default: (await onDemand()).SupportSection }))

export function LauncherHome() {
  const { branding, launcher, feedback } = useCore()
  const words = useWords()
  const { user, applications, filter } = useStore(launcher)
  const failed = useStore(feedback, (state) => state.system ?? state.expected) !== undefined
  const hasSupport = useStore(branding, (state) => state.branding?.supportUrl)
  const shownFilter = useDeferredValue(filter)
  const notices = useNotices()
  const { store, sections: arranged, preferences, isArrangeable, isKnown } = useArrangement(applications, shownFilter)
  // The announcement is at the top: what is below waits for it, so that nothing moves.
  const sections = notices && arranged
  const requestable = notices?.requestable ?? []
  const isFiltered = shownFilter.trim() !== ''
  const matches = isFiltered ? sections?.[0]?.applications : undefined
  const count = sections && (isFiltered ? (matches?.length ?? 0) : applications?.length)
  const input = useRef<HTMLInputElement>(null)
  const tiles = useRef<HTMLDivElement>(null)
  const firstMatch = matches?.find((one) => one.launchUrl !== null)
  usePageTitle(words.say('portal.home'))

  useEffect(() => {
    if (user !== undefined && user.environmentName !== null) void launcher.fetchApplications()
  }, [launcher, user])

  /** The match when Enter is pressed; the tiles may not show it yet. */
  const openFirst = () => {
    const text = launcher.getState().filter
    if (text.trim() === '') return
    const first = filterApplications(applications ?? [], text).find((one) => one.launchUrl !== null)
    const href = safeHref(first?.launchUrl, window.location.origin)
    if (first === undefined || href === undefined) return
    window.open(href, '_blank', 'noopener,noreferrer')
    void store.recordLaunch(first.id)
  }

  return (
    <>
      <div className={styles['hero']}>
        <div>
          <h1 className={styles['hello']}>
            {user === undefined ? (
              <Skeleton className={styles['helloSkeleton']} />
            ) : (
              words.say('launcher.hello', { name: user.nickname || user.name })
            )}
          </h1>
          <output className={styles['count']}>
            {count !== undefined && words.say('launcher.count', { count })}
            {firstMatch && ` · ${words.say('launcher.enter', { name: firstMatch.label })}`}
          </output>
        </div>
        <div className={styles['tools']}>
          <ApplicationFilter
            ref={input}
            text={filter}
            onChange={(text) => launcher.setFilter(text)}
            onEnter={openFirst}
            onLeaveDown={() => tiles.current?.querySelector<HTMLElement>('[data-tile]')?.focus()}
          />
          <LayoutSwitch
            layout={isKnown ? preferences.layout : undefined}
            onChange={(layout) => void store.setLayout(layout)}
          />
        </div>
      </div>
      {sections !== undefined && notices?.announcement && <Announcement announcement={notices.announcement} />}
      {sections === undefined &&
        (failed ? <LoadFailed onRetry={() => launcher.fetchApplications()} /> : <GridSkeleton />)}
      {sections?.length === 0 && isFiltered && (
        <EmptyState message={words.say('launcher.noMatch', { text: shownFilter })} />
      )}
      {sections?.length === 0 && !isFiltered && (
        <Suspense fallback={null}>
          <NoApplications
            environment={user?.environmentName ?? ''}
            tenant={user?.tenantName ?? ''}
            contact={notices?.accessContact}
            isAdmin={user?.routes.some(({ id }) => id === adminTabId) === true}
          />
        </Suspense>
      )}
      {sections !== undefined && sections.length > 0 && (
        <ApplicationSections
          ref={tiles}
          sections={sections}
          applications={applications ?? []}
          preferences={preferences}
          isArrangeable={isArrangeable}
          isFiltered={isFiltered}
          store={store}
          firstMatch={firstMatch}
          onLeaveUp={() => input.current?.focus()}
        />
      )}
      <Suspense fallback={null}>
        {sections !== undefined && !isFiltered && requestable.length > 0 && (
          <RequestableApplications applications={requestable} />
        )}
        {/* Below a grid of unknown height: drawn when the height is known, so that it never moves. */}
        {hasSupport && (sections !== undefined || failed) && <SupportSection />}
      </Suspense>
    </>
  )
}

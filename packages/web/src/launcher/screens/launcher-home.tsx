import { filterApplications } from '@portico/core'
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../context/portal-context.tsx'
import { LoadFailed } from '../../feedback/load-failed.tsx'
import { safeHref } from '../../navigation/safe-href.ts'
import { usePageTitle } from '../../navigation/use-page-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ApplicationFilter } from '../application-filter.tsx'
import { ApplicationGrid } from '../application-grid.tsx'
import { GridSkeleton } from '../grid-skeleton.tsx'
import { SupportSection } from '../support-section.tsx'
import styles from './launcher-home.module.css'

export function LauncherHome() {
  const { launcher, feedback } = useCore()
  const words = useWords()
  const { user, applications, filter } = useStore(launcher)
  const failed = useStore(feedback, (state) => state.system ?? state.expected) !== undefined
  const shownFilter = useDeferredValue(filter)
  const matches = useMemo(
    () => applications && filterApplications(applications, shownFilter),
    [applications, shownFilter],
  )
  const input = useRef<HTMLInputElement>(null)
  const grid = useRef<HTMLUListElement>(null)
  const firstMatch = shownFilter.trim() === '' ? undefined : matches?.find((one) => one.launchUrl !== null)
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
    if (href !== undefined) window.open(href, '_blank', 'noopener,noreferrer')
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
            {matches && words.say('launcher.count', { count: matches.length })}
            {firstMatch && ` · ${words.say('launcher.enter', { name: firstMatch.label })}`}
          </output>
        </div>
        <ApplicationFilter
          ref={input}
          text={filter}
          onChange={(text) => launcher.setFilter(text)}
          onEnter={openFirst}
          onLeaveDown={() => grid.current?.querySelector<HTMLElement>('[data-tile]')?.focus()}
        />
      </div>
      <section aria-label={words.say('portal.apps')}>
        {matches === undefined &&
          (failed ? <LoadFailed onRetry={() => launcher.fetchApplications()} /> : <GridSkeleton />)}
        {matches?.length === 0 && (
          <EmptyState
            message={
              shownFilter.trim() === ''
                ? words.say('launcher.none')
                : words.say('launcher.noMatch', { text: shownFilter })
            }
          />
        )}
        {matches !== undefined && matches.length > 0 && (
          <ApplicationGrid
            ref={grid}
            applications={matches}
            firstMatch={firstMatch}
            onLeaveUp={() => input.current?.focus()}
          />
        )}
      </section>
      {/* Below a grid of unknown height: drawn when the height is known, so that it never moves. */}
      {(matches !== undefined || failed) && <SupportSection />}
    </>
  )
}

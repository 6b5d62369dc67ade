import { productionType } from '@portico/core'
import { Box, Text } from 'ink'
import { useStore } from 'zustand'

import { neutralise } from '../../output/neutralise.ts'
import { cut, widthOf } from '../../output/width.ts'
import { isTenantPlace } from '../app/place.ts'
import type { SessionClock } from '../app/session-clock.ts'
import { wholeTenant } from '../app/write-lock.ts'
import { useApp } from './app-context.tsx'

/** One line: product, tenant, environment and whether it can be changed; person, time left, server. */
export function Header({ clock }: { clock: SessionClock }) {
  const app = useApp()
  const { environmentId, size, unlocked } = useStore(app.state)
  const { principal } = useStore(app.core.launcher)
  const { msLeft } = useStore(clock)
  const { busy } = useStore(app.work)
  useStore(app.core.environments)
  const isTenant = isTenantPlace(app.place())
  const environment = isTenant ? undefined : app.environment(environmentId)
  const left = ['Portico', principal?.tenant.name, environment?.name].filter((part) => part !== undefined)
  const isProduction = environment?.type === productionType
  const mayWrite = (isTenant ? app.tenantRefusal() : app.writeRefusal(environment?.id)) === undefined
  const lock = isTenant || environment !== undefined ? (mayWrite ? 'WRITE' : 'READ-ONLY') : ''
  const scope = isTenant ? 'ALL ENVIRONMENTS ' : isProduction ? 'PROD ' : ''
  const isUnlocked = unlocked.has(isTenant ? wholeTenant : (environmentId ?? ''))
  const right = [
    busy > 0 ? 'working' : undefined,
    principal?.name,
    msLeft === undefined ? undefined : timeLeft(msLeft),
    app.origin.replace(/^https?:\/\//, ''),
  ].filter((part) => part !== undefined)
  const leftText = neutralise(left.join(` ${app.glyphs.crumb} `))
  const rightText = neutralise(right.join('  '))
  const badge = lock === '' ? '' : ` ${scope}${lock}`
  const room = size.columns - widthOf(leftText) - widthOf(badge) - 1
  return (
    <Box height={1} width={size.columns} justifyContent="space-between" aria-hidden={false}>
      <Text wrap="truncate">
        <Text bold>{cut(leftText, size.columns)}</Text>
        <Text bold={isProduction || isTenant} {...(isUnlocked ? app.colours.bad : app.colours.warn)}>
          {badge}
        </Text>
      </Text>
      {room > 8 ? <Text wrap="truncate">{cut(rightText, room)}</Text> : null}
    </Box>
  )
}

/** `14:05`, with hours where there are some: how long the session lasts. */
export function timeLeft(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60) % 60
  const hours = Math.floor(seconds / 3600)
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)} left`
}

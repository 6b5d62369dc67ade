import { productionType } from '@portico/core'
import { Box, Text } from 'ink'
import { useStore } from 'zustand'

import { neutralise } from '../../../kit/io/neutralise.ts'
import { cut, widthOf } from '../../../kit/output/width.ts'
import { isTenantPlace } from '../../../kit/terminal/app/place.ts'
import type { TerminalSession } from '../../../kit/terminal/app/terminal-session.ts'
import { wholeTenant } from '../../../kit/terminal/app/write-lock.ts'
import { useApp } from '../../../kit/terminal/draw/app-context.tsx'

/** Most cells for the type of an environment. */
const typeCellsMax = 12

/** Whether production or all environments are affected, and whether they are writable: `PROD READ-ONLY`. */
function useBadge() {
  const app = useApp()
  const { words } = app
  const { environmentId: chosen, unlocked } = useStore(app.state)
  const { principal } = useStore(app.core.launcher)
  // The launcher shows what the session's environment has, whichever is administered.
  const environmentId = app.place()?.view === 'launcher' ? (principal?.environment?.id ?? chosen) : chosen
  useStore(app.core.environments)
  useStore(app.core.session)
  const isTenant = isTenantPlace(app.place())
  const environment = isTenant ? undefined : app.environment(environmentId)
  const isProduction = environment?.type === productionType
  const mayWrite = (isTenant ? app.tenantRefusal() : app.writeRefusal(environment?.id)) === undefined
  const lock = isTenant || environment !== undefined ? words.text(mayWrite ? 'WRITE' : 'READ-ONLY') : ''
  const isUnlocked = unlocked.has(isTenant ? wholeTenant : (environmentId ?? ''))
  // Production and what touches every environment are inverted: unmistakable without colours too.
  const chip = {
    inverse: isProduction || isTenant,
    bold: true,
    ...(isTenant ? app.colours.warn : isProduction ? app.colours.bad : app.colours.accent),
  }
  const look = { bold: isProduction || isTenant, ...(isUnlocked ? app.colours.bad : app.colours.warn) }
  const scope = isTenant ? words.text('ALL ENVIRONMENTS') : cut(neutralise(environment?.type ?? ''), typeCellsMax)
  const short = {
    lock: mayWrite ? lock : lock === '' ? '' : words.text('READ'),
    scope: isTenant ? words.text('ALL') : cut(scope, 6),
  }
  return { environment, lock, look, chip, scope, short }
}

/** The leading parts that fit without cutting: a cut time or address would mislead. */
function fitting(parts: readonly string[], width: number): string {
  const text = parts.join('  ')
  return parts.length === 0 || widthOf(text) <= width ? text : fitting(parts.slice(0, -1), width)
}

/** One line: product, tenant, environment and its write state; person, time left, server. */
export function Header({ clock }: { clock: TerminalSession }) {
  const app = useApp()
  const { size } = useStore(app.state)
  const { principal } = useStore(app.core.launcher)
  const { msLeft } = useStore(clock)
  const { busy } = useStore(app.work)
  const { environment, lock, look, chip, scope } = useBadge()
  const separator = ` ${app.glyphs.crumb} `
  const right = [
    busy > 0 ? app.words.text('working') : undefined,
    principal?.name,
    msLeft === undefined ? undefined : app.words.say('tui.timeLeft', { time: timeLeft(msLeft) }),
    app.origin.replace(/^https?:\/\//, ''),
  ].filter((part) => part !== undefined)
  const badge = [scope, lock].filter((part) => part !== '').join(' ')
  const place = environment === undefined ? '' : separator + neutralise(environment.name)
  // Without room, the tenant's name is dropped first, then the environment's name is cut; the badge is always shown.
  const room = size.columns - widthOf(badge) - 1
  const shownPlace = cut(place, Math.max(0, room - widthOf('Portico')))
  const owner = neutralise(['Portico', principal?.tenant.name].filter((part) => part !== undefined).join(separator))
  const leftText = cut(owner, Math.max(0, room - widthOf(shownPlace))) + shownPlace
  const left = widthOf(leftText) + widthOf(badge) + 1
  return (
    <Box height={1} width={size.columns} justifyContent="space-between" aria-hidden={false}>
      <Text wrap="truncate">
        <Text bold>{leftText}</Text>
        {scope === '' ? null : <Text> </Text>}
        <Text {...chip}>{scope}</Text>
        <Text {...look}>{lock === '' ? '' : ` ${lock}`}</Text>
      </Text>
      <Text wrap="truncate">{fitting(right.map(neutralise), size.columns - left - 2)}</Text>
    </Box>
  )
}

/** The first line of a small window: the badge, then the place, starting with the environment. */
export function CompactHeader({ crumbs, width }: { crumbs: readonly string[]; width: number }) {
  const app = useApp()
  const { environment, look, chip, short: own } = useBadge()
  const short = own.scope
  // 20 cells: PROD WRITE and the start of the environment's name.
  const badge = [short, own.lock].join(' ').trim()
  const places = environment === undefined || crumbs[0] === environment.name ? crumbs : [environment.name, ...crumbs]
  const lead = badge === '' ? '' : `${badge} `
  return (
    <Text wrap="truncate">
      <Text {...chip}>{short}</Text>
      <Text {...look}>{lead.slice(short.length)}</Text>
      <Text bold {...app.colours.accent}>
        {cut(neutralise(places.join(` ${app.glyphs.crumb} `)), Math.max(0, width - widthOf(lead)))}
      </Text>
    </Text>
  )
}

/** The session's remaining time: `14:05`, with hours if any. */
export function timeLeft(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60) % 60
  const hours = Math.floor(seconds / 3600)
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`
}

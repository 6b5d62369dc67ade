import { expiringDays, healthOf, supportOf, type OperatedTenant, type Words } from '@portico/core'

import { exactTime } from '../../kit/output/cell.ts'
import { neutralise } from '../../kit/io/neutralise.ts'
import { padEnd, widthOf } from '../../kit/output/width.ts'

type Line = { readonly text: string; readonly look?: 'title' | 'warn' | 'bad' }
type Row = readonly [label: string, value: string, look?: Line['look']]

/** One tenant as support sees it: state, environments, identity providers, and what expires. */
export function tenantLines(tenant: OperatedTenant, words: Words): readonly Line[] {
  const parts = [
    table(facts(tenant, words)),
    [title(words.say('operations.environments')), ...environments(tenant, words)],
    [title(words.say('operations.providers')), ...providers(tenant, words)],
    [title(words.say('operations.expiries')), ...expiries(tenant, words)],
  ]
  return parts
    .flatMap((lines, at) => [...(at === 0 ? [] : [{ text: '' }]), ...lines])
    .map((line) => ({ ...line, text: neutralise(line.text) }))
}

const title = (text: string): Line => ({ text, look: 'title' })

function facts(tenant: OperatedTenant, words: Words): readonly Row[] {
  const { slug, name, vendor, deactivated, deactivatedMessage, banner, people, createdAt, id } = tenant
  const health = healthOf(tenant)
  const isBad = health !== 'working' && health !== 'unused'
  const state = words.say(`operations.state.${deactivated ? 'deactivated' : 'active'}`)
  const told = [banner?.message, banner?.until && `(${exactTime(banner.until)})`].filter(Boolean).join(' ')
  return [
    ['Name', name],
    [words.say('operations.slug'), slug],
    ['ID', id],
    [
      words.say('operations.state'),
      [state, deactivatedMessage].filter(Boolean).join(': '),
      deactivated ? 'warn' : undefined,
    ],
    ...(told === '' ? [] : [[words.say('operations.banner'), told] as Row]),
    [
      words.say('operations.health'),
      words.say(`operations.health.${health}`, { days: expiringDays }),
      isBad ? 'warn' : undefined,
    ],
    [
      words.say('operations.support'),
      words.say(vendor ? 'operations.vendor' : `operations.support.${supportOf(tenant)}`),
    ],
    [words.say('operations.sessions'), String(tenant.supportSessions)],
    [words.say('operations.people'), String(people)],
    [words.say('operations.created'), exactTime(createdAt)],
  ]
}

function environments({ environments: some, environmentCount }: OperatedTenant, words: Words): readonly Line[] {
  return [...table(some.map(({ name, type }): Row => [name, type])), ...more(environmentCount - some.length, words)]
}

function providers({ providers: some, providerCount }: OperatedTenant, words: Words): readonly Line[] {
  if (some.length === 0) return [{ text: words.say('operations.noProviders'), look: 'warn' }]
  const rows = some.map(({ name, type, primary, enabled, lastSignInAt, failedSince }): Row => {
    const marks = [
      type,
      primary ? words.say('operations.provider.primary') : '',
      enabled ? '' : words.say('operations.provider.disabled'),
    ].filter(Boolean)
    const last = lastSignInAt === null ? words.say('operations.noSignIn') : exactTime(lastSignInAt)
    const health = `${words.say('operations.lastSignIn')}: ${last}. ${words.say('operations.failedSince', { count: failedSince })}.`
    return [name, `${marks.join(', ')}. ${health}`, enabled && failedSince >= 3 ? 'warn' : undefined]
  })
  return [...table(rows), ...more(providerCount - some.length, words)]
}

function expiries({ expiries: some }: OperatedTenant, words: Words): readonly Line[] {
  if (some.length === 0) return [{ text: words.say('operations.noExpiries') }]
  return table(
    some.map(({ what, provider, at, daysLeft, expired }): Row => {
      const when = words.say(expired ? 'operations.expired' : 'operations.expires', { days: Math.abs(daysLeft) })
      return [
        `${provider}: ${words.say(`operations.what.${what}`)}`,
        `${when} (${at.slice(0, 10)})`,
        expired ? 'bad' : 'warn',
      ]
    }),
  )
}

function more(count: number, words: Words): readonly Line[] {
  return count > 0 ? [{ text: words.say('operations.more', { count }) }] : []
}

/** Cells of a label at most, so that its value begins in the same line of a narrow window. */
const labelCellsMax = 28

function table(rows: readonly Row[]): readonly Line[] {
  const width = Math.min(labelCellsMax, Math.max(0, ...rows.map(([label]) => widthOf(label))))
  return rows.map(([label, value, look]) => ({
    text: `${padEnd(label, width)}  ${value}`,
    ...(look === undefined ? {} : { look }),
  }))
}

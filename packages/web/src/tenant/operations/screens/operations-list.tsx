import {
  expiringDays,
  lastSignInOf,
  listOf,
  operatedTenantList,
  operatedTenantStates,
  tenantHealths,
  type OperatedTenant,
  type OperatedTenantFilter,
  type operatedTenantSorts,
} from '@portico/core'
import { useMemo } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { Link } from '../../../kit/ui/link.tsx'
import { useListed, type Listed } from '../../../kit/navigation/use-listed.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useQuery } from '../../../kit/navigation/use-query.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { DataTable } from '../../../kit/ui/data-table.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import { ListFrame } from '../../../kit/ui/list-frame.tsx'
import { NativeSelect } from '../../../kit/ui/native-select.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { RelativeTime } from '../../../kit/ui/relative-time.tsx'
import tableStyles from '../../../kit/ui/table.module.css'
import { OperationsWords } from '../operations-words.tsx'
import { OwnVisit } from '../own-visit.tsx'
import { operatedTenantPath } from '../../../kit/navigation/paths.ts'
import { DeactivatedPill, HealthPill, SupportText } from '../tenant-pills.tsx'
import { classes } from '../../../kit/ui/classes.ts'
import texts from '../../../kit/ui/texts.module.css'

/** The tenants of the deployment, for support, a page at a time. All of it is in the address: `?q=…&state=deactivated&health=failing&sort=-name`. */
export function OperationsList() {
  return (
    <OperationsWords>
      <Tenants />
    </OperationsWords>
  )
}

/** Inside another tenant, the area is about the support session there. */
function Tenants() {
  const isVisit = useStore(useCore().launcher, ({ user }) => user?.banner !== undefined)
  return isVisit ? <OwnVisit /> : <AllTenants />
}

function AllTenants() {
  const words = useWords()
  const { query } = useQuery()
  const state = query.get('state') ?? ''
  const health = query.get('health') ?? ''
  const filter = useMemo(() => filterOf(state, health), [state, health])
  const shown = useListed(listOf(useCore(), operatedTenantList), '', { filter })
  const title = words.say('operations.title')
  usePageTitle(title)
  useRefusalScreen()
  return (
    <PageFrame title={title} lead={words.say('operations.lead')}>
      <ListFrame
        shown={shown}
        label={title}
        head="always"
        search={{ label: words.say('operations.search'), clearLabel: words.say('operations.clear') }}
        filters={
          <>
            <NativeSelect
              label={words.say('operations.state')}
              value={filter.state ?? ''}
              options={[
                { value: '', label: words.say('operations.all') },
                ...operatedTenantStates.map((one) => ({ value: one, label: words.say(`operations.state.${one}`) })),
              ]}
              onChange={(value) => shown.change({ state: value })}
            />
            <NativeSelect
              label={words.say('operations.health')}
              value={filter.health ?? ''}
              options={[
                { value: '', label: words.say('operations.anyHealth') },
                ...tenantHealths.map((one) => ({
                  value: one,
                  label: words.say(`operations.health.${one}`, { days: expiringDays }),
                })),
              ]}
              onChange={(value) => shown.change({ health: value })}
            />
          </>
        }
        countOf={(count) => words.say('operations.count', { count })}
        empty={<EmptyState message={words.say('operations.none')} />}
        noMatch={{
          message: words.say('operations.noMatch'),
          clearLabel: words.say('operations.clearFilters'),
          alsoClear: { state: '', health: '' },
        }}
      >
        <TenantTable {...shown} />
      </ListFrame>
    </PageFrame>
  )
}

function filterOf(state: string, health: string): OperatedTenantFilter {
  const knownState = operatedTenantStates.find((one) => one === state)
  const knownHealth = tenantHealths.find((one) => one === health)
  return { ...(knownState && { state: knownState }), ...(knownHealth && { health: knownHealth }) }
}

type Shown = Listed<OperatedTenant, OperatedTenantFilter, (typeof operatedTenantSorts)[number]>

const columnIds = ['name', 'health', 'lastSignInAt', 'nextExpiryAt', 'support', 'environments', 'people'] as const

function TenantTable({ rows: tenants = [], order, onSort }: Shown) {
  const words = useWords()
  const columns = columnIds.map((id) => ({
    id,
    label: operatedTenantList.noun.fields.find(({ name }) => name === id)?.label ?? id,
    isSortable: id === 'name',
  }))
  const day = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium' })
  const rows = tenants.map((tenant) => {
    const { id, slug, name, deactivated, expiries, environmentCount, people } = tenant
    const last = lastSignInOf(tenant)
    const [next] = expiries
    return {
      id,
      cells: [
        <span key="name">
          <Link to={operatedTenantPath(slug)} className={tableStyles['main']}>
            {name}
          </Link>{' '}
          <span className={classes(texts['soft'], texts['long'])}>{slug}</span>
        </span>,
        <span key="health" className={tableStyles['pills']}>
          <HealthPill tenant={tenant} />
          {deactivated && <DeactivatedPill />}
        </span>,
        <span key="last" className={tableStyles['age']}>
          {last === null ? words.say('operations.noSignIn') : <RelativeTime at={last} />}
        </span>,
        next === undefined ? (
          '–'
        ) : (
          <time key="expiry" dateTime={next.at}>
            {day.format(new Date(next.at))}
          </time>
        ),
        <SupportText key="support" tenant={tenant} />,
        String(environmentCount),
        String(people),
      ],
    }
  })
  return <DataTable label={words.say('operations.title')} columns={columns} rows={rows} sort={order} onSort={onSort} />
}

import { createOperations, failingFrom, typeName, type OperatedTenant as Tenant, type Words } from '@portico/core'
import { useCallback, type ReactNode } from 'react'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { useLoaded } from '../../../kit/navigation/use-loaded.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { ButtonLink } from '../../../kit/ui/button.tsx'
import { DataTable } from '../../../kit/ui/data-table.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import { Facts, type Fact } from '../../../kit/ui/facts.tsx'
import { Loading } from '../../../kit/ui/loading.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { Pill } from '../../../kit/ui/pill.tsx'
import { RelativeTime } from '../../../kit/ui/relative-time.tsx'
import tableStyles from '../../../kit/ui/table.module.css'
import { EnterTenant, EnterThere } from '../enter-tenant.tsx'
import { OperationsWords } from '../operations-words.tsx'
import { operationsPath, signInsPath } from '../../../kit/navigation/paths.ts'
import { DeactivatedPill, HealthPill, SupportText } from '../tenant-pills.tsx'
import { classes } from '../../../kit/ui/classes.ts'
import detail from '../../../kit/ui/detail-columns.module.css'
import texts from '../../../kit/ui/texts.module.css'

/** One tenant, for support: how its sign-in fares, what expires, its environments, and what it allows. */
export function OperatedTenant({ slug }: { readonly slug: string }) {
  return (
    <OperationsWords>
      <Loaded key={slug} slug={slug} />
    </OperationsWords>
  )
}

function Loaded({ slug }: { readonly slug: string }) {
  const words = useWords()
  const operations = useCore().lazily(createOperations)
  const { loaded: tenant, reload } = useLoaded(useCallback(() => operations.open(slug), [operations, slug]))
  const title = words.say('operations.title')
  usePageTitle(typeof tenant === 'object' ? tenant.name : title)
  useRefusalScreen()
  if (tenant === undefined) return <Loading shape="page" />
  if (tenant === 'failed') return <LoadFailed onRetry={reload} />
  const parents = { label: title, crumbs: [{ label: title, to: operationsPath() }] }
  if (tenant === 'not-found') {
    const back = (
      <ButtonLink look="primary" to={operationsPath()}>
        {title}
      </ButtonLink>
    )
    return (
      <PageFrame title={title} parents={parents}>
        <EmptyState message={words.say('operations.notFound')} action={back} />
      </PageFrame>
    )
  }
  return (
    <PageFrame
      title={tenant.name}
      parents={parents}
      actions={<EnterTenant tenant={tenant} />}
      status={
        <>
          <HealthPill tenant={tenant} />
          {tenant.deactivated && <DeactivatedPill />}
        </>
      }
    >
      <div className={detail['columns']}>
        <div>
          <Providers tenant={tenant} />
          <Expiries tenant={tenant} />
          <Environments tenant={tenant} />
        </div>
        <aside aria-label={title}>
          <Facts facts={factsOf(tenant, words)} />
        </aside>
      </div>
    </PageFrame>
  )
}

function Part({ title, more, children }: { title: string; more?: number; children: ReactNode }) {
  const words = useWords()
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
      {more !== undefined && more > 0 && <p>{words.say('operations.more', { count: more })}</p>}
    </section>
  )
}

function Providers({ tenant }: { readonly tenant: Tenant }) {
  const words = useWords()
  const { providers, providerCount } = tenant
  const title = words.say('operations.providers')
  if (providers.length === 0)
    return (
      <Part title={title}>
        <p>{words.say('operations.noProviders')}</p>
      </Part>
    )
  const columns = [
    { id: 'name', label: words.say('operations.name') },
    { id: 'last', label: words.say('operations.lastSignIn') },
    { id: 'failed', label: words.say('operations.failed') },
  ]
  const rows = providers.map(({ id, name, type, primary, enabled, lastSignInAt, failedSince }) => ({
    id,
    cells: [
      <span key="name" className={tableStyles['pills']}>
        <span className={tableStyles['main']}>{name}</span>{' '}
        <span className={classes(texts['soft'], texts['long'])}>{typeName(type)}</span>
        {primary && <Pill tone="accent">{words.say('operations.provider.primary')}</Pill>}
        {!enabled && <Pill>{words.say('operations.provider.disabled')}</Pill>}
      </span>,
      lastSignInAt === null ? words.say('operations.noSignIn') : <RelativeTime key="last" at={lastSignInAt} />,
      failedSince === 0 ? (
        '0'
      ) : (
        <EnterThere
          key="failed"
          tenant={tenant}
          to={signInsPath(id)}
          label={words.say('operations.failed.enter', { count: failedSince, name: tenant.name, provider: name })}
        >
          {enabled && failedSince >= failingFrom ? (
            <Pill tone="danger">{String(failedSince)}</Pill>
          ) : (
            String(failedSince)
          )}
        </EnterThere>
      ),
    ],
  }))
  return (
    <Part title={title} more={providerCount - providers.length}>
      <DataTable label={title} columns={columns} rows={rows} />
    </Part>
  )
}

function Expiries({ tenant: { expiries } }: { readonly tenant: Tenant }) {
  const words = useWords()
  const title = words.say('operations.expiries')
  if (expiries.length === 0)
    return (
      <Part title={title}>
        <p>{words.say('operations.noExpiries')}</p>
      </Part>
    )
  const day = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium' })
  const columns = [
    { id: 'what', label: words.say('operations.name') },
    { id: 'provider', label: words.say('operations.provider') },
    { id: 'at', label: words.say('operations.when') },
  ]
  const rows = expiries.map(({ what, provider, at, daysLeft, expired }, index) => ({
    id: String(index),
    cells: [
      words.say(`operations.what.${what}`),
      provider,
      <span key="at" className={tableStyles['pills']}>
        <time dateTime={at}>{day.format(new Date(at))}</time>
        <Pill tone={expired ? 'danger' : 'warning'}>
          {words.say(expired ? 'operations.expired' : 'operations.expires', { days: Math.abs(daysLeft) })}
        </Pill>
      </span>,
    ],
  }))
  return (
    <Part title={title}>
      <DataTable label={title} columns={columns} rows={rows} />
    </Part>
  )
}

function Environments({ tenant: { environments, environmentCount } }: { readonly tenant: Tenant }) {
  const title = useWords().say('operations.environments')
  return (
    <Part title={title} more={environmentCount - environments.length}>
      <Facts facts={environments.map(({ name, type }) => ({ label: name, value: type }))} />
    </Part>
  )
}

function factsOf(tenant: Tenant, words: Words): Fact[] {
  const { slug, id, deactivatedMessage, banner, people, createdAt } = tenant
  const facts: (Fact | false)[] = [
    { label: words.say('operations.slug'), value: slug, isMain: true },
    { label: 'ID', value: id },
    { label: words.say('operations.support'), value: <SupportText tenant={tenant} /> },
    { label: words.say('operations.sessions'), value: String(tenant.supportSessions) },
    deactivatedMessage !== null && { label: words.say('operations.state.deactivated'), value: deactivatedMessage },
    banner !== null && { label: words.say('operations.banner'), value: banner.message },
    { label: words.say('operations.people'), value: String(people) },
    { label: words.say('operations.created'), value: <RelativeTime at={createdAt} /> },
  ]
  return facts.filter((fact) => fact !== false)
}

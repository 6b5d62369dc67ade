import { createGroupUses, mappingName, usesByEnvironment, type GroupUse, type UsesOfEnvironment } from '@portico/core'
import { useCallback } from 'react'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { Link } from '../../../kit/ui/link.tsx'
import { MappingViewWords } from '../mapping-view-words.tsx'
import { useLoaded } from '../../../kit/navigation/use-loaded.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { editMappingPath, groupsPath, membersPath } from '../../../kit/navigation/paths.ts'
import { ButtonLink } from '../../../kit/ui/button.tsx'
import { DataTable } from '../../../kit/ui/data-table.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import { Loading } from '../../../kit/ui/loading.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import table from '../../../kit/ui/table.module.css'
import styles from '../mapping-views.module.css'

/** What one group is mapped to, in the portal and in every environment, with a link to each mapping. */
export function GroupUses({ id }: { readonly id: string }) {
  return (
    <MappingViewWords>
      <Loaded id={id} />
    </MappingViewWords>
  )
}

function Loaded({ id }: { readonly id: string }) {
  const words = useWords()
  const store = useCore().lazily(createGroupUses)
  const { loaded, reload } = useLoaded(useCallback(() => store.open(id), [store, id]))
  const title = words.say('groups.title')
  const isFound = typeof loaded === 'object'
  usePageTitle(isFound ? loaded.group.name : title)
  useRefusalScreen()
  if (loaded === undefined) return <Loading shape="page" />
  if (loaded === 'failed') return <LoadFailed onRetry={reload} />
  const parents = (idp?: string) => ({ label: title, crumbs: [{ label: title, to: groupsPath(idp) }] })
  if (loaded === 'not-found') {
    const back = (
      <ButtonLink look="primary" to={groupsPath()}>
        {words.say('uses.toGroups')}
      </ButtonLink>
    )
    return (
      <PageFrame title={title} parents={parents()}>
        <EmptyState message={words.say('uses.unknown')} action={back} />
      </PageFrame>
    )
  }
  const { group, mappings } = loaded
  return (
    <PageFrame title={group.name} parents={parents(group.idp)}>
      <p className={styles['about']}>
        {words.say('uses.provider', { provider: group.idpName })} <code>{group.claim}</code>.{' '}
        {words.say('uses.count', { count: mappings.length })}{' '}
        <Link to={membersPath(id)}>{words.say('uses.members')}</Link>
      </p>
      {mappings.length === 0 && <EmptyState message={words.say('uses.none')} />}
      {usesByEnvironment(mappings).map((part) => (
        <Uses key={part.id ?? ''} part={part} />
      ))}
    </PageFrame>
  )
}

function Uses({ part: { id, name, uses } }: { readonly part: UsesOfEnvironment }) {
  const words = useWords()
  const headingId = `uses-${id ?? 'portal'}`
  const label = name ?? words.say('uses.portal')
  return (
    <section aria-labelledby={headingId} className={styles['part']}>
      <h2 id={headingId}>{label}</h2>
      {id === undefined && <p className={styles['about']}>{words.say('uses.portalHint')}</p>}
      <DataTable
        labelledBy={headingId}
        columns={[
          { id: 'name', label: words.say('uses.mapping') },
          { id: 'kind', label: words.say('uses.kind') },
        ]}
        rows={uses.map((use) => ({ id: use.id, cells: cellsOf(use) }))}
      />
    </section>
  )

  function cellsOf(use: GroupUse) {
    return [
      <Link key="name" to={editMappingPath(id ?? '', use)} className={table['main']}>
        {mappingName(use)}
      </Link>,
      use.kind === 'application' ? words.say('mapping.withoutRole') : words.say(`uses.${use.kind}`),
    ]
  }
}

import {
  createPeople,
  groupsNote,
  noGroupsInWords,
  personState,
  type PersonDetail as Detail,
  type Words,
} from '@portico/core'
import { lazy, useCallback, type ReactNode } from 'react'

import { explained, peoplePath, providerPath } from '../../../kit/navigation/paths.ts'
import { ObjectHistory } from '../../../tenant/audit/object-history.tsx'
import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { Link } from '../../../kit/ui/link.tsx'
import { loadChunk } from '../../../kit/ports/load-chunk.ts'
import { TenantWords } from '../../../kit/navigation/tenant-words.tsx'
import { useLoaded } from '../../../kit/navigation/use-loaded.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { SignInTable } from '../../../sign-in/sign-in/sign-in-table.tsx'
import { ButtonLink } from '../../../kit/ui/button.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import { Facts, type Fact } from '../../../kit/ui/facts.tsx'
import { Loading } from '../../../kit/ui/loading.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { RelativeTime } from '../../../kit/ui/relative-time.tsx'
import styles from '../people.module.css'
import { ExplainLink } from '../explain-link.tsx'
import { PersonActions } from '../person-actions.tsx'
import { StatePill } from '../state-pill.tsx'
import detail from '../../../kit/ui/detail-columns.module.css'
import texts from '../../../kit/ui/texts.module.css'

const ExplainScreen = lazy(() => loadChunk(() => import('../../../access/access/screens/explain-screen.tsx')))

/** One person: who they are, what their groups give, and where they are signed in. */
export function PersonDetail({ id }: { id: string }) {
  if (id === explained) return <ExplainScreen />
  return (
    <TenantWords>
      <Loaded key={id} id={id} />
    </TenantWords>
  )
}

function Loaded({ id }: { id: string }) {
  const words = useWords()
  const people = useCore().lazily(createPeople)
  const { loaded: person, reload } = useLoaded(useCallback(() => people.open(id), [people, id]))
  const title = words.say('people.title')
  usePageTitle(typeof person === 'object' ? person.name : title)
  useRefusalScreen()
  if (person === undefined) return <Loading shape="page" />
  if (person === 'failed') return <LoadFailed onRetry={reload} />
  const parents = { label: title, crumbs: [{ label: title, to: peoplePath() }] }
  if (person === 'not-found') {
    const back = (
      <ButtonLink look="primary" to={peoplePath()}>
        {title}
      </ButtonLink>
    )
    return (
      <PageFrame title={title} parents={parents}>
        <EmptyState message={words.say('people.notFound')} action={back} />
      </PageFrame>
    )
  }
  return (
    <PageFrame
      title={person.name}
      parents={parents}
      status={<StatePill person={person} />}
      actions={
        <>
          <ExplainLink user={person.id} />
          <PersonActions person={person} onDone={() => void reload()} />
        </>
      }
    >
      <div className={detail['columns']}>
        <div>
          <Groups person={person} />
          <Access person={person} />
          <Part title={words.say('people.signIns')}>
            {person.signIns.length === 0 ? (
              <p className={texts['soft']}>{words.say('people.noSignIns')}</p>
            ) : (
              <SignInTable signIns={person.signIns} />
            )}
          </Part>
          <ObjectHistory of={{ kind: 'person', id: person.id }} />
        </div>
        <aside aria-label={title}>
          <Facts facts={factsOf(person, words)} />
        </aside>
      </div>
    </PageFrame>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** The groups in effect, and what the last sign-in recorded before and after the transforms. */
function Groups({ person }: { readonly person: Detail }) {
  const words = useWords()
  const { groups, groupCount, recorded } = person
  const note = groupsNote(person, words)
  return (
    <Part title={words.say('groups.title')}>
      {groupCount === 0 ? (
        <p className={texts['soft']}>{noGroupsInWords(person, words)}</p>
      ) : (
        <p>{groups.map(({ name }) => name).join(', ')}</p>
      )}
      {groupCount > groups.length && <p>{words.say('groups.mappedMore', { count: groupCount - groups.length })}</p>}
      {recorded.received !== null && (
        <p className={texts['soft']}>{words.say('people.received', { groups: recorded.received })}</p>
      )}
      {recorded.groups !== null && (
        <p className={texts['soft']}>{words.say('people.transformed', { groups: recorded.groups })}</p>
      )}
      {note !== undefined && <p className={texts['soft']}>{note}</p>}
    </Part>
  )
}

/** What the groups give, by environment: each application with the roles there, and custom roles. */
function Access({ person }: { readonly person: Detail }) {
  const words = useWords()
  const { access } = person
  const state = personState(person)
  const { roles, roleCount, applications, applicationCount } = access
  const ofPortal = roles.filter(({ kind }) => kind === 'portal-role').map(({ label }) => label)
  const isCut = applicationCount > applications.length || roleCount > roles.length
  return (
    <Part title={words.say('people.access')}>
      {state === 'deactivated' && <p className={texts['soft']}>{words.say('people.notUsable')}</p>}
      {state === 'foreign-username' && <p className={texts['soft']}>{words.say('people.foreignUsername')}</p>}
      {roleCount + applicationCount === 0 && <p className={texts['soft']}>{words.say('people.nothing')}</p>}
      {ofPortal.length > 0 && <p className={styles['portal']}>{ofPortal.join(', ')}</p>}
      {environmentsOf(access).map(({ id, name }) => {
        const custom = roles.filter(({ kind, environment }) => kind === 'tenant-role' && environment?.id === id)
        const given = [
          ...applications
            .filter(({ environment }) => environment.id === id)
            .map(({ label, roles: held }) => ({ label, roles: held })),
          ...(custom.length === 0
            ? []
            : [{ label: words.say('mapping.customRoles'), roles: custom.map(({ label }) => label) }]),
        ]
        return (
          <section key={id} aria-label={name}>
            <h3>{name}</h3>
            <Facts facts={given.map(({ label, roles: held }) => ({ label, value: held.join(', ') || '–' }))} />
          </section>
        )
      })}
      {isCut && <p>{words.say('people.more')}</p>}
    </Part>
  )
}

function environmentsOf({ roles, applications }: Detail['access']): readonly { id: string; name: string }[] {
  const all = [...applications, ...roles].flatMap(({ environment }) => environment ?? [])
  return [...new Map(all.map((environment) => [environment.id, environment])).values()]
}

function factsOf(person: Detail, words: Words): Fact[] {
  const { username, usernameReceived, usernameBelongs, email, identityProvider, sessions, isYou } = person
  const { lastSignInAt, createdAt, deactivatedAt, deactivatedBy } = person
  const ago = (at: string | null) => (at === null ? words.say('people.never') : <RelativeTime at={at} />)
  const facts: (Fact | false)[] = [
    { label: words.say('signIns.username'), value: username, isMain: true },
    isYou && { label: words.say('people.you'), value: words.say('people.isYou') },
    usernameReceived !== null && { label: words.say('people.usernameReceived'), value: usernameReceived },
    usernameBelongs !== null && { label: words.say('people.usernameBelongs'), value: usernameBelongs },
    email !== null && { label: words.say('people.email'), value: email },
    {
      label: words.say('groups.provider'),
      value: <Link to={providerPath(identityProvider.id)}>{identityProvider.name}</Link>,
    },
    deactivatedAt !== null && { label: words.say('people.deactivatedAt'), value: ago(deactivatedAt) },
    deactivatedBy !== null && { label: words.say('people.deactivatedBy'), value: deactivatedBy },
    { label: words.say('people.lastSignIn'), value: ago(lastSignInAt) },
    { label: words.say('people.since'), value: ago(createdAt) },
    {
      label: words.say('people.sessions'),
      value: words.say('people.sessionCounts', sessions),
    },
    sessions.lastUsedAt !== null && { label: words.say('people.lastUsed'), value: ago(sessions.lastUsedAt) },
  ]
  return facts.filter((fact) => fact !== false)
}

import { createAccessExplainer, personNoun } from '@portico/core'
import { useCallback } from 'react'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { useLoaded } from '../../../kit/navigation/use-loaded.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { useQuery } from '../../../kit/navigation/use-query.ts'
import { useRefusalScreen } from '../../../kit/navigation/use-refusal-screen.ts'
import { peoplePath, personPath } from '../../../kit/navigation/paths.ts'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import { Loading } from '../../../kit/ui/loading.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { AccessWords } from '../access-words.tsx'
import { Chain, outcomeOf } from '../chain.tsx'
import { Question } from '../question.tsx'

/** What a username can open and why, or what is missing. The question is in the address: `?user=…&env=…&app=…`. */
export default function ExplainScreen() {
  return (
    <AccessWords>
      <Screen />
    </AccessWords>
  )
}

function Screen() {
  const words = useWords()
  const explainer = useCore().lazily(createAccessExplainer)
  const { query } = useQuery()
  const [user, environment, application] = [query.get('user'), query.get('env'), query.get('app')]
  const read = useCallback(
    async () => (user === null ? 'nothing-asked' : await explainer.explain({ user, environment, application })),
    [explainer, user, environment, application],
  )
  const { loaded, reload } = useLoaded(read)
  const person = typeof loaded === 'object' ? loaded.person : null
  const title = words.say('people.explain')
  usePageTitle(title)
  useRefusalScreen()
  const people = { label: words.text(personNoun.labelPlural), to: peoplePath() }
  const crumbs = person === null ? [people] : [people, { label: person.name, to: personPath(person.id) }]
  return (
    <PageFrame title={title} parents={{ label: people.label, crumbs }} lead={words.say('access.lead')}>
      <Question answer={typeof loaded === 'object' ? loaded : undefined} isRead={loaded !== undefined} />
      <section aria-label={words.say('access.answer')} aria-busy={loaded === undefined}>
        <output className="visually-hidden">
          {typeof loaded === 'object' && words.say(`access.allowed.${outcomeOf(loaded)}`)}
        </output>
        {loaded === undefined && <Loading />}
        {loaded === 'failed' && <LoadFailed onRetry={reload} />}
        {loaded === 'not-found' && <EmptyState message={words.say('access.notFound')} />}
        {typeof loaded === 'object' && <Chain answer={loaded} />}
      </section>
    </PageFrame>
  )
}

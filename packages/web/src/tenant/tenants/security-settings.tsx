import { sectionMessages, securityPath, securitySections, type SecuritySection } from '@portico/core'
import { lazy, Suspense, useEffect } from 'react'

import { useNavigator, useWords } from '../../kit/context/portal-context.tsx'
import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { settingsPath } from '../../kit/navigation/paths.ts'
import { usePageTitle } from '../../kit/navigation/use-page-title.ts'
import { useQuery } from '../../kit/navigation/use-query.ts'
import { loadChunk } from '../../kit/ports/load-chunk.ts'
import { Loading } from '../../kit/ui/loading.tsx'
import { SideNavPage } from '../../kit/ui/side-nav.tsx'

const SupportTranscript = lazy(() => loadChunk(() => import('../support-access/support-transcript.tsx')))

const screens = {
  'portal-roles': lazy(() => loadChunk(() => import('../../access/portal-roles/screens/portal-roles-section.tsx'))),
  'idle-time': lazy(() => loadChunk(() => import('../idle-time/idle-time-section.tsx'))),
  'support-access': lazy(() => loadChunk(() => import('../support-access/support-access-section.tsx'))),
  'support-sessions': lazy(() => loadChunk(() => import('../support-access/support-sessions-section.tsx'))),
  webhooks: lazy(() => loadChunk(() => import('../webhooks/webhooks-section.tsx'))),
  'api-tokens': lazy(() => loadChunk(() => import('../../machines/api-tokens/api-tokens-section.tsx'))),
  'recovery-codes': lazy(() =>
    loadChunk(() => import('../../sign-in/recovery-codes/screens/recovery-codes-section.tsx')),
  ),
}

const catalogues = { sections: sectionMessages }

/** The Security tab: a list of its sections, and the one that the address names; the first one without a name. */
export default function SecuritySettings({ sectionId }: { readonly sectionId: string | undefined }) {
  return (
    <LearnedWords of={catalogues} before={<Loading />}>
      <Sections sectionId={sectionId} />
    </LearnedWords>
  )
}

function Sections({ sectionId }: { readonly sectionId: string | undefined }) {
  const words = useWords()
  const navigator = useNavigator()
  const { query } = useQuery()
  const named = securitySections.find((one) => one === sectionId)
  const section = named ?? sectionMeant(query)
  const transcript = section === 'support-sessions' ? query.get('transcript') : null
  const path = securityPath(section)
  const isElsewhere = named === undefined && (sectionId !== undefined || query.size > 0)
  usePageTitle(words.say(`section.${section}`))

  useEffect(() => {
    if (isElsewhere) navigator.replace(query.size === 0 ? settingsPath('security-settings') : `${path}?${query}`)
  })

  const Screen = screens[section]
  return (
    <SideNavPage
      label={words.say('section.security')}
      entries={securitySections.map((id) => ({ id, label: words.say(`section.${id}`), to: securityPath(id) }))}
      currentId={section}
    >
      <Suspense key={section} fallback={<Loading />}>
        {transcript === null ? <Screen /> : <SupportTranscript id={transcript} />}
      </Suspense>
    </SideNavPage>
  )
}

/** Which section an address without its name means: the sections were one page, and had these queries. */
function sectionMeant(query: URLSearchParams): SecuritySection {
  if (query.has('transcript')) return 'support-sessions'
  if (query.has('tokens') || query.has('q')) return 'api-tokens'
  return securitySections.find((one) => one === query.get('history')) ?? 'portal-roles'
}

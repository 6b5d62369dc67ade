import {
  configurationPath,
  configurationSections,
  createIdentityProviderEditor,
  linkDraft,
  providerDraftOf,
  sectionMessages,
  type ConfigurationSection,
  type IdentityProvider,
  type OpenedProvider,
} from '@portico/core'
import { useEditor } from '@portico/core/react'
import { useEffect, useState, type ReactNode } from 'react'

import { useCore, useNavigator, useWords } from '../../kit/context/portal-context.tsx'
import { Changeable } from '../../kit/editing/changeable.tsx'
import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { providerPath } from '../../kit/navigation/paths.ts'
import { Loading } from '../../kit/ui/loading.tsx'
import { saveForm } from '../../kit/ui/save-form.ts'
import { SideNavPage } from '../../kit/ui/side-nav.tsx'
import { ValuesOf } from './configuration-page.tsx'
import { GuidePanel } from './guide-panel.tsx'
import { LazyCertificatesPanel } from './lazy-certificates-panel.tsx'
import { ProviderLock } from './provider-lock.tsx'
import { ProviderPage } from './provider-page.tsx'
import styles from './provider-form.module.css'

type Properties = {
  readonly opened: OpenedProvider
  readonly sectionId: string | undefined
  readonly onSaved: (provider: IdentityProvider) => void
  /** Below each section. */
  readonly foot: ReactNode
}

const catalogues = { sections: sectionMessages }

/** CONFIGURATION of a provider (spec section 2): a list of its sections, and the one that the address names. */
export function ConfigurationTab(properties: Properties) {
  return (
    <LearnedWords of={catalogues} before={<Loading shape="form" />}>
      <Sections {...properties} />
    </LearnedWords>
  )
}

function Sections({ opened, sectionId, onSaved, foot }: Properties) {
  const core = useCore()
  const words = useWords()
  const navigator = useNavigator()
  const { id, name } = opened.provider
  const [editor] = useState(() => {
    const made = createIdentityProviderEditor(core, { id, retry: saveForm })
    made.open(opened.provider, opened.etag)
    return made
  })
  const draft = providerDraftOf(core, id)
  useEffect(() => linkDraft(editor, draft), [editor, draft])
  const { stored } = useEditor(editor)
  const certified = stored?.live != null && stored.certificates.length > 0
  const sections = configurationSections.filter((one) => one !== 'certificates' || certified)
  const named = sections.find((one) => one === sectionId)
  const section: ConfigurationSection = named ?? 'settings'
  useEffect(() => {
    if (named === undefined && sectionId !== undefined) navigator.replace(providerPath(id))
  }, [named, sectionId, id, navigator])
  return (
    <SideNavPage
      label={words.say('section.configuration')}
      entries={sections.map((one) => ({
        id: one,
        label: words.say(`section.configuration.${one}`),
        to: one === 'settings' ? providerPath(id) : configurationPath(id, one),
      }))}
      currentId={section}
      foot={foot}
    >
      {section === 'settings' && (
        <ProviderLock provider={opened.provider}>
          <ProviderPage editor={editor} title={name} draft={draft} onSaved={onSaved} />
        </ProviderLock>
      )}
      {section === 'provider-side' && (
        <div className={styles['sections']}>
          <ValuesOf editor={editor} isOpen />
          <GuidePanel type={opened.provider.type} />
        </div>
      )}
      {section === 'certificates' && (
        <ProviderLock provider={opened.provider}>
          <Changeable>
            <LazyCertificatesPanel editor={editor} idp={id} />
          </Changeable>
        </ProviderLock>
      )}
    </SideNavPage>
  )
}

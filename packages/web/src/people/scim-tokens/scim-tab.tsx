import {
  countActive,
  scimMessages,
  scimOf,
  scimPath,
  scimSections,
  sectionMessages,
  type ScimSection,
  type ScimStore,
  type ScimToken,
} from '@portico/core'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'

import { useCore, useNavigator, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { ScimInbox } from '../scim-inbox/scim-inbox.tsx'
import { Changeable } from '../../kit/editing/changeable.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { CopyableCode } from '../../kit/ui/copyable-code.tsx'
import { DeleteDialog } from '../../kit/ui/delete-dialog.tsx'
import form from '../../kit/ui/form-page.module.css'
import { Loading } from '../../kit/ui/loading.tsx'
import { SecretOnce } from '../../kit/ui/secret-once.tsx'
import { SideNavPage } from '../../kit/ui/side-nav.tsx'
import { GroupSourceSection } from './group-source-section.tsx'
import { ScimTokenForm } from './scim-token-form.tsx'
import { ScimTokenTable } from './scim-token-table.tsx'

export type ScimTabProperties = {
  readonly id: string
  /** Name of the identity provider. */
  readonly name: string
  readonly sectionId: string | undefined
  /** Below each section. */
  readonly foot?: ReactNode
}

const catalogues = { 'of-scim': scimMessages, sections: sectionMessages }

/** SCIM of one identity provider (spec sections 2 and 7): a list of its sections, and the one that the address names. */
export default function ScimTab(properties: ScimTabProperties) {
  return (
    <LearnedWords of={catalogues} before={<Loading />}>
      <Sections {...properties} />
    </LearnedWords>
  )
}

function Sections({ id, name, sectionId, foot }: ScimTabProperties) {
  const words = useWords()
  const navigator = useNavigator()
  const section = scimSections.find((one) => one === sectionId)
  useEffect(() => {
    const meant = sectionMeant(window.location.hash)
    if (section === undefined && (sectionId !== undefined || meant !== undefined))
      navigator.replace(scimPath(id, meant ?? 'tokens'))
  }, [id, section, sectionId, navigator])
  return (
    <SideNavPage
      label={words.say('section.scim')}
      entries={scimSections.map((one) => ({
        id: one,
        label: words.say(`section.scim.${one}`),
        to: scimPath(id, one),
      }))}
      currentId={section ?? 'tokens'}
      foot={foot}
    >
      <Section key={section} id={id} name={name} section={section ?? 'tokens'} />
    </SideNavPage>
  )
}

/** Which section an address without its name means: the sections were one page, with links to their headings. */
function sectionMeant(hash: string): ScimSection | undefined {
  const heading = hash.replace(/^#(?:scim-)?/, '')
  return scimSections.find((one) => one === heading)
}

type SectionProperties = Pick<ScimTabProperties, 'id' | 'name'> & { readonly section: ScimSection }

function Section({ id, name, section }: SectionProperties) {
  switch (section) {
    case 'tokens':
    case 'group-source':
      return <Settings id={id} name={name} section={section} />
    default:
      return <ScimInbox id={id} section={section} />
  }
}

function Settings({ id, name, section }: SectionProperties) {
  const store = scimOf(useCore(), id)
  const { status } = useStore(store)
  useEffect(() => {
    void store.fetch()
    return () => store.hide()
  }, [store])
  if (status === 'loading') return <Loading />
  if (status === 'failed') return <LoadFailed onRetry={() => store.fetch()} />
  if (section === 'group-source') return <GroupSourceSection store={store} provider={name} />
  return (
    <div className={form['parts']}>
      <BaseUrl store={store} />
      <Tokens store={store} />
    </div>
  )
}

function BaseUrl({ store }: { readonly store: ScimStore }) {
  const words = useWords()
  const { baseUrl } = useStore(store)
  return (
    <section className={form['fields']} aria-labelledby="scim-base-url">
      <div>
        <h2 id="scim-base-url">{words.say('scim.baseUrl')}</h2>
        <p className={form['lead']}>{words.say('scim.baseUrlHelp')}</p>
      </div>
      <p dir="ltr">
        <CopyableCode text={baseUrl} label={words.say('scim.copyBaseUrl')} />
      </p>
    </section>
  )
}

function Tokens({ store }: { readonly store: ScimStore }) {
  const words = useWords()
  const { tokens, activeMax, created } = useStore(store)
  const [isCreating, setCreating] = useState(false)
  const [asked, setAsked] = useState<ScimToken>()
  const create = useRef<HTMLDivElement>(null)
  const isOpen = isCreating || created !== undefined
  const close = () => {
    store.hide()
    setCreating(false)
  }
  // Back to the button that opened the form, when it is drawn again; to the heading where there is none.
  const heading = useRef<HTMLHeadingElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) (create.current?.querySelector('button') ?? heading.current)?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const active = countActive(tokens)
  return (
    <section className={form['fields']} aria-labelledby="scim-tokens">
      <div>
        <h2 id="scim-tokens" ref={heading} tabIndex={-1}>
          {words.say('scimTokens.title')}
        </h2>
        <p className={form['lead']}>
          {words.say('scimTokens.lead')} {words.say('scimTokens.count', { count: active, max: activeMax })}
        </p>
      </div>
      <Changeable never>
        {created !== undefined ? (
          <SecretOnce
            title={words.say('scimTokens.created', { name: created.name })}
            message={words.say('scimTokens.once')}
            secret={created.token}
            copyLabel={words.say('scimTokens.copy')}
            doneLabel={words.say('scimTokens.done')}
            onDone={close}
          />
        ) : isCreating ? (
          <ScimTokenForm store={store} onCancel={close} onCreated={() => setCreating(false)} />
        ) : active >= activeMax ? (
          <p>{words.say('scimTokens.full')}</p>
        ) : (
          <div ref={create}>
            <Button look="primary" onClick={() => setCreating(true)}>
              {words.say('scimTokens.create')}
            </Button>
          </div>
        )}
        {tokens.length === 0 ? (
          <p>{words.say('scimTokens.none')}</p>
        ) : (
          <ScimTokenTable tokens={tokens} store={store} onDelete={setAsked} />
        )}
      </Changeable>
      {asked !== undefined && (
        <DeleteDialog
          model={{ remove: () => store.remove(asked) }}
          title={`${words.say('scimTokens.delete')}: ${asked.name}`}
          message={words.say('scimTokens.deleteAsk')}
          name={asked.name}
          onDeleted={() => undefined}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

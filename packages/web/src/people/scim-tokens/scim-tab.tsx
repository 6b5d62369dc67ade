import { countActive, scimInboxOf, scimMessages, scimOf, type ScimStore, type ScimToken } from '@portico/core'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../kit/ui/load-failed.tsx'
import { LearnedWords } from '../../kit/navigation/learned-words.tsx'
import { ScimInbox } from '../scim-inbox/scim-inbox.tsx'
import { SupportLock } from '../../tenant/support-access/support-lock.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { classes } from '../../kit/ui/classes.ts'
import { CopyableCode } from '../../kit/ui/copyable-code.tsx'
import { DeleteDialog } from '../../kit/ui/delete-dialog.tsx'
import form from '../../kit/ui/form-page.module.css'
import { Loading } from '../../kit/ui/loading.tsx'
import { PartLinks } from '../../kit/ui/part-links.tsx'
import { SecretOnce } from '../../kit/ui/secret-once.tsx'
import styles from './scim.module.css'
import { GroupSourceSection } from './group-source-section.tsx'
import { ScimTokenForm } from './scim-token-form.tsx'
import { ScimTokenTable } from './scim-token-table.tsx'

export type ScimTabProperties = {
  readonly id: string
  /** Name of the identity provider. */
  readonly name: string
}

const catalogues = { 'of-scim': scimMessages }

/** The headings of the parts, in their order. */
const titles = {
  'scim-base-url': 'scim.baseUrl',
  'scim-tokens': 'scimTokens.title',
  'group-source': 'groupSource.title',
  'scim-activity': 'scimActivity.title',
  'scim-drift': 'scimDrift.title',
  'scim-requests': 'scimInbox.title',
} as const
const partIds = Object.keys(titles) as readonly (keyof typeof titles)[]
/** Not there when they could not be read. */
const readTogether: readonly (keyof typeof titles)[] = ['scim-activity', 'scim-drift']

/** SCIM of one identity provider (spec sections 2 and 7): where a directory sends, its tokens, and the source of groups. */
export default function ScimTab(properties: ScimTabProperties) {
  return (
    <LearnedWords of={catalogues} before={<Loading />}>
      <Scim {...properties} />
    </LearnedWords>
  )
}

function Scim({ id, name }: ScimTabProperties) {
  const words = useWords()
  const core = useCore()
  const store = scimOf(core, id)
  const { status, baseUrl } = useStore(store)
  const inbox = useStore(scimInboxOf(core, id)).status
  useEffect(() => {
    void store.fetch()
    return () => store.hide()
  }, [store])
  if (status === 'loading') return <Loading />
  if (status === 'failed') return <LoadFailed onRetry={() => store.fetch()} />
  return (
    <>
      <PartLinks
        label={words.say('scim.parts')}
        parts={partIds
          .filter((part) => inbox !== 'failed' || !readTogether.includes(part))
          .map((part) => ({ id: part, title: words.say(titles[part]) }))}
        isDrawn={inbox === 'ready'}
      />
      <div className={classes(form['parts'], styles['tab'])}>
        <section className={form['fields']} aria-labelledby="scim-base-url">
          <div>
            <h2 id="scim-base-url" tabIndex={-1}>
              {words.say('scim.baseUrl')}
            </h2>
            <p className={form['lead']}>{words.say('scim.baseUrlHelp')}</p>
          </div>
          <p dir="ltr">
            <CopyableCode text={baseUrl} label={words.say('scim.copyBaseUrl')} />
          </p>
        </section>
        <Tokens store={store} />
        <GroupSourceSection store={store} provider={name} />
        <ScimInbox id={id} />
      </div>
    </>
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
      <SupportLock>
        {created !== undefined ? (
          <SecretOnce
            title={words.say('scimTokens.created', { beginning: created.beginning })}
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
      </SupportLock>
      {asked !== undefined && (
        <DeleteDialog
          model={{ remove: () => store.remove(asked) }}
          title={`${words.say('scimTokens.delete')}: ${asked.beginning}`}
          message={words.say('scimTokens.deleteAsk')}
          name={asked.beginning}
          onDeleted={() => undefined}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  )
}

import {
  adminMessages,
  apiTokenList,
  apiTokenMessages,
  createApiTokensStore,
  listOf,
  type ListedApiToken,
} from '@portico/core'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'

import { useCore, useWords } from '../../../kit/context/portal-context.tsx'
import { LoadFailed } from '../../../kit/ui/load-failed.tsx'
import { LearnedWords } from '../../../kit/navigation/learned-words.tsx'
import { Link } from '../../../kit/ui/link.tsx'
import { Opening } from '../../../kit/navigation/opening.tsx'
import { useListed } from '../../../kit/navigation/use-listed.ts'
import { usePageTitle } from '../../../kit/navigation/use-page-title.ts'
import { Button } from '../../../kit/ui/button.tsx'
import { EmptyState } from '../../../kit/ui/empty-state.tsx'
import { ListFrame } from '../../../kit/ui/list-frame.tsx'
import { PageFrame } from '../../../kit/ui/page-frame.tsx'
import { SecretOnce } from '../../../kit/ui/secret-once.tsx'
import { RevokeDialog } from '../revoke-dialog.tsx'
import { TokenForm } from '../token-form.tsx'
import { TokenTable } from '../token-table.tsx'

const catalogues = { admin: adminMessages, 'of-api-tokens': apiTokenMessages }

/** The person's own API tokens (spec section 2, /portal/apitoken): the list, a new one, and a new one shown once. */
export default function OwnTokens() {
  return (
    <LearnedWords of={catalogues} before={<Opening />}>
      <Tokens />
    </LearnedWords>
  )
}

function Tokens() {
  const words = useWords()
  const store = useCore().lazily(createApiTokensStore)
  const { status, environment, applications, created } = useStore(store)
  const [isCreating, setCreating] = useState(false)
  const create = useRef<HTMLDivElement>(null)
  const title = words.say('apiTokens.title')
  usePageTitle(title)
  useEffect(() => {
    void store.fetch()
    return () => store.hide()
  }, [store])
  const isOpen = isCreating || created !== undefined
  const close = () => {
    store.hide()
    setCreating(false)
  }
  // Back to the button that opened the form, when it is drawn again.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) create.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const canCreate = status === 'ready' && applications.length > 0
  const lead = words.say('apiTokens.lead')
  return (
    <PageFrame
      title={title}
      lead={lead}
      actions={
        canCreate &&
        !isOpen && (
          <div ref={create}>
            <Button look="primary" onClick={() => setCreating(true)}>
              {words.say('apiTokens.create')}
            </Button>
          </div>
        )
      }
    >
      {status === 'failed' && <LoadFailed onRetry={() => store.fetch()} />}
      {status === 'ready' && environment === null && (
        <p>
          <Link to="/portal/environments">{words.say('apiTokens.noEnvironment')}</Link>
        </p>
      )}
      {status === 'ready' && environment !== null && applications.length === 0 && (
        <p>{words.say('apiTokens.noApplications')}</p>
      )}
      {created !== undefined ? (
        <SecretOnce
          title={words.say('apiTokens.created', { name: created.name })}
          message={words.say('apiTokens.once')}
          secret={created.token}
          copyLabel={words.say('apiTokens.copy')}
          doneLabel={words.say('apiTokens.done')}
          onDone={close}
        />
      ) : isCreating ? (
        <TokenForm store={store} onCancel={close} onCreated={() => setCreating(false)} />
      ) : (
        <OwnList />
      )}
    </PageFrame>
  )
}

function OwnList() {
  const words = useWords()
  const [asked, setAsked] = useState<ListedApiToken>()
  const shown = useListed(listOf(useCore(), apiTokenList), 'own')
  return (
    <>
      <ListFrame
        shown={shown}
        label={words.text('API tokens')}
        search={{ label: words.say('apiTokens.search'), clearLabel: words.say('apiTokens.clear') }}
        countOf={(count) => words.say('apiTokens.count', { count })}
        empty={<EmptyState message={words.say('apiTokens.none')} />}
        noMatch={{ message: words.say('apiTokens.noneFound') }}
      >
        <TokenTable tokens={shown.rows ?? []} label={words.text('API tokens')} onRevoke={setAsked} />
      </ListFrame>
      {asked !== undefined && <RevokeDialog token={asked} scope="own" onClose={() => setAsked(undefined)} />}
    </>
  )
}

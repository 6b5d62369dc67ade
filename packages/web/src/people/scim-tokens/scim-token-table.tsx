import { scimTokenState, type ScimStore, type ScimToken } from '@portico/core'
import { useStore } from 'zustand'

import { useWords } from '../../kit/context/portal-context.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { DataTable } from '../../kit/ui/data-table.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { RelativeTime } from '../../kit/ui/relative-time.tsx'
import form from '../../kit/ui/form-page.module.css'
import table from '../../kit/ui/table.module.css'

type Properties = {
  readonly tokens: readonly ScimToken[]
  readonly store: ScimStore
  readonly onDelete: (token: ScimToken) => void
}

/** Tokens with their state, their end and their last use. */
export function ScimTokenTable({ tokens, store, onDelete }: Properties) {
  const words = useWords()
  const date = new Intl.DateTimeFormat(words.formatLocale, { dateStyle: 'medium' })
  const columns = [
    { id: 'name', label: words.text('Name'), isRowHeading: true },
    { id: 'state', label: words.text('State') },
    { id: 'issued', label: words.text('Issued') },
    { id: 'expires', label: words.text('Expires') },
    { id: 'used', label: words.text('Last used') },
    { id: 'actions', label: words.text('Actions'), isUnnamed: true },
  ]
  const rows = tokens.map((token) => ({
    id: token.id,
    cells: [
      <span key="name">
        <bdi className={table['main']}>{token.name}</bdi>
        <br />
        <bdi dir="ltr" className={table['soft']}>
          {token.beginning}…
        </bdi>
      </span>,
      <State key="state" token={token} />,
      date.format(new Date(token.issuedAt)),
      date.format(new Date(token.expiresAt)),
      token.lastUsedAt === null ? words.say('scimTokens.neverUsed') : <RelativeTime key="used" at={token.lastUsedAt} />,
      <Choices key="actions" token={token} store={store} onDelete={onDelete} />,
    ],
  }))
  return <DataTable labelledBy="scim-tokens" columns={columns} rows={rows} />
}

function State({ token }: { readonly token: ScimToken }) {
  const words = useWords()
  const state = scimTokenState(token)
  return (
    <span className={form['buttons']}>
      <Pill tone={state === 'active' ? 'accent' : 'plain'}>{words.say(`scimTokens.state.${state}`)}</Pill>
      {token.dryRun && <Pill tone="warning">{words.say('scimTokens.dryRun')}</Pill>}
    </span>
  )
}

type ChoiceProperties = Omit<Properties, 'tokens'> & { readonly token: ScimToken }

/** An expired token can only be deleted. */
function Choices({ token, store, onDelete }: ChoiceProperties) {
  const words = useWords()
  const { isBusy } = useStore(store)
  const turn = words.say(token.active ? 'scimTokens.disable' : 'scimTokens.enable')
  const remove = words.say('scimTokens.delete')
  return (
    <span className={form['buttons']}>
      {!token.isExpired && (
        <Button
          aria-label={`${turn}: ${token.name}`}
          busy={isBusy}
          onClick={() => void store.turn(token, !token.active)}
        >
          {turn}
        </Button>
      )}
      <Button aria-label={`${remove}: ${token.name}`} onClick={() => onDelete(token)}>
        {remove}
      </Button>
    </span>
  )
}
